/** Splits text into the small chunks in which a model streams it. */
export function splitText(text: string): string[] {
  return text.match(/\s*\S{1,6}|\s+/gu) ?? [];
}
