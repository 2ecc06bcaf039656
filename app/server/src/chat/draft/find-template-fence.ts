/** A fenced code block. `from` and `to` include the fence lines; `content` is the text between them. */
export type FencedBlock = { from: number; to: number; content: string; isClosed: boolean };

/** The code blocks of a text that can contain a template. */
export type FoundBlocks = { lastJson: FencedBlock | undefined; last: FencedBlock | undefined };

type Fence = { mark: number; length: number; info: string };
type Span = { from: number; contentFrom: number; contentTo: number; to: number; isClosed: boolean };

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BACKTICK = 0x60;
const TILDE = 0x7e;

/** Reads a text line by line in one pass and returns the last code block and the last one labeled `json`. */
export function findTemplateFence(text: string): FoundBlocks {
  let open: (Fence & { from: number; contentFrom: number }) | undefined;
  let last: Span | undefined;
  let lastJson: Span | undefined;
  const keep = (span: Span) => {
    last = span;
    if (open !== undefined && isJsonLabel(open.info)) lastJson = span;
    open = undefined;
  };
  // A byte order mark belongs to the encoding, not to the first line.
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  let previousEnd = start;
  while (start < text.length) {
    const end = findLineEnd(text, start);
    const next = text.charCodeAt(end) === CARRIAGE_RETURN && text.charCodeAt(end + 1) === LINE_FEED ? 2 : 1;
    const fence = readFence(text, start, end);
    if (fence !== undefined) {
      if (open === undefined) {
        if (canOpen(fence)) open = { ...fence, from: start, contentFrom: end + next };
      } else if (fence.info === '' && fence.mark === open.mark && fence.length >= open.length) {
        keep({ ...open, contentTo: previousEnd, to: end, isClosed: true });
      }
    }
    previousEnd = end;
    start = end + next;
  }
  if (open !== undefined) keep({ ...open, contentTo: text.length, to: text.length, isClosed: false });
  return { lastJson: lastJson && cut(text, lastJson), last: last && cut(text, last) };
}

function cut(text: string, { from, to, contentFrom, contentTo, isClosed }: Span): FencedBlock {
  return { from, to, isClosed, content: text.slice(contentFrom, Math.max(contentFrom, contentTo)) };
}

function findLineEnd(text: string, start: number): number {
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === LINE_FEED || code === CARRIAGE_RETURN) break;
  }
  return end;
}

/** A fence is up to three spaces, then three or more of one character; four spaces are an indented code block. */
function readFence(text: string, start: number, end: number): Fence | undefined {
  let at = start;
  while (at < end && text.charCodeAt(at) === SPACE) at += 1;
  const mark = text.charCodeAt(at);
  if (at >= end || at - start > 3 || (mark !== BACKTICK && mark !== TILDE)) return undefined;
  const markFrom = at;
  while (at < end && text.charCodeAt(at) === mark) at += 1;
  if (at - markFrom < 3) return undefined;
  return { mark, length: at - markFrom, info: at === end ? '' : text.slice(at, end).trim() };
}

// Backticks in the info string mean an inline code span.
function canOpen({ mark, info }: Fence): boolean {
  return mark === TILDE || !info.includes('`');
}

function isJsonLabel(info: string): boolean {
  return /^json(?:[ \t]|$)/i.test(info);
}
