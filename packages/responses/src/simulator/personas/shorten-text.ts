/** Returns the text on one line, truncated to a length that fits into a sentence. */
export function shortenText(text: string, longest = 80): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.replace(new RegExp(`^(.{${longest}}).+$`, 'u'), '$1…');
}
