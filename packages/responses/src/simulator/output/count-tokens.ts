/** Estimates the number of tokens: four UTF-8 bytes for each token. */
export function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, 'utf8') / 4);
}
