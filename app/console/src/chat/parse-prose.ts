/** A part of a line. */
export type ProseSpan = { kind: 'text' | 'strong' | 'code'; text: string };

/** A block of prose. Unknown syntax becomes a paragraph, and links and images are not supported. */
export type ProseBlock =
  | { kind: 'paragraph' | 'heading'; spans: ProseSpan[] }
  | { kind: 'list'; isOrdered: boolean; items: ProseSpan[][] }
  | { kind: 'code'; text: string };

const BULLET = /^\s{0,3}[-*・]\s+(.*)$/;
const NUMBERED = /^\s{0,3}\d{1,3}[.)．]\s*(.*)$/;
const HEADING = /^#{1,6}\s+(.*)$/;
const FENCE = /^\s{0,3}(?:```|~~~)/;

/** Parses the small subset of Markdown that models write. The result is data, so it cannot become markup. */
export function parseProse(text: string): ProseBlock[] {
  const blocks: ProseBlock[] = [];
  let code: string[] | undefined;
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', spans: parseSpans(paragraph.join('\n')) });
    paragraph = [];
  };
  for (const line of text.split(/\r?\n/)) {
    if (FENCE.test(line)) {
      endParagraph();
      if (code !== undefined) blocks.push({ kind: 'code', text: code.join('\n') });
      code = code === undefined ? [] : undefined;
    } else if (code !== undefined) code.push(line);
    else {
      const block = readLine(line);
      if (block === undefined && line.trim() !== '') paragraph.push(line);
      else endParagraph();
      if (block !== undefined) addBlock(blocks, block);
    }
  }
  endParagraph();
  if (code !== undefined) blocks.push({ kind: 'code', text: code.join('\n') });
  return blocks;
}

function readLine(line: string): ProseBlock | undefined {
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) return { kind: 'heading', spans: parseSpans(heading) };
  const bullet = BULLET.exec(line)?.[1];
  const numbered = NUMBERED.exec(line)?.[1];
  const item = bullet ?? numbered;
  if (item === undefined) return undefined;
  return { kind: 'list', isOrdered: bullet === undefined, items: [parseSpans(item)] };
}

/** Joins consecutive items to one list. */
function addBlock(blocks: ProseBlock[], block: ProseBlock): void {
  const last = blocks.at(-1);
  const isSameList = last?.kind === 'list' && block.kind === 'list' && last.isOrdered === block.isOrdered;
  if (isSameList) last.items.push(...block.items);
  else blocks.push(block);
}

function parseSpans(text: string): ProseSpan[] {
  const pieces = text.split(/(\*\*[^*\n]+\*\*|`[^`\n]+`)/);
  return pieces.flatMap((piece): ProseSpan[] => {
    if (piece === '') return [];
    if (piece.startsWith('**') && piece.length > 4) return [{ kind: 'strong', text: piece.slice(2, -2) }];
    if (piece.startsWith('`') && piece.length > 2) return [{ kind: 'code', text: piece.slice(1, -1) }];
    return [{ kind: 'text', text: piece }];
  });
}
