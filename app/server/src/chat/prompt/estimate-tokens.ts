/** Estimates the number of tokens as the design does: one token for every four bytes of UTF-8, rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}
