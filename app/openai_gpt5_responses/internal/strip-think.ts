const TAG = /<(\/?)think>/g;

/**
 * Returns text without its `<think>` blocks, which are for the user and not for the model. A block begins a line; it may
 * contain other blocks, and a block without an end extends to the end of the text.
 */
export function stripThink(text: string): string {
  let visible = '';
  let depth = 0;
  let from = 0;
  for (const { 0: tag, 1: slash, index } of text.matchAll(TAG)) {
    if (slash === '') {
      if (depth === 0 && !beginsLine(text, index)) continue;
      if (depth === 0) visible += text.slice(from, index);
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      from = index + tag.length;
      if (depth === 0 && text[from] === '\n') from += 1;
    }
  }
  return depth > 0 ? visible : visible + text.slice(from);
}

function beginsLine(text: string, index: number): boolean {
  return text.slice(text.lastIndexOf('\n', index - 1) + 1, index).trim() === '';
}
