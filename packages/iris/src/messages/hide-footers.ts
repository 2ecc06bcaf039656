// White space and the joiners that `cleanText` keeps may stand anywhere: people and models read past them.
const GAP = '[\\s\\u200C\\u200D]*';
const FOOTER = new RegExp(`\\[(?=${GAP}${'ResponseID:'.split('').join(GAP)})`, 'gi');

/** Text in which nothing looks like the footer of this server: a web page must not be able to print one. */
export function hideFooters(text: string): string {
  return text.includes('[') ? text.replaceAll(FOOTER, '(') : text;
}
