/** Cuts text into the small pieces in which a model streams it; joined they give the text again. */
export function splitText(text: string): string[] {
  return text.match(/\s*\S{1,6}|\s+/gu) ?? [];
}
