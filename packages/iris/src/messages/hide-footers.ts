// White space and the joiners that `cleanText` allows may occur anywhere, because readers and models ignore them.
const GAP = '[\\s\\u200C\\u200D]*';
const FOOTER = new RegExp(`\\[(?=${GAP}${'ResponseID:'.split('').join(GAP)})`, 'gi');

/** Replaces text that looks like the footer of this server, so that a web page cannot forge one. */
export function hideFooters(text: string): string {
  return text.includes('[') ? text.replaceAll(FOOTER, '(') : text;
}
