/** A piece of code with the kind that determines its color. */
export interface Token {
  readonly text: string;
  readonly kind: string | undefined;
}

/** Returns the tokens of a part of the text, from one position to another. */
export function sliceTokens(tokens: readonly Token[], from: number, to: number): readonly Token[] {
  const found: Token[] = [];
  let at = 0;
  for (const { text, kind } of tokens) {
    const piece = text.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (piece !== '' && at < to) found.push({ text: piece, kind });
    at += text.length;
  }
  return found;
}
