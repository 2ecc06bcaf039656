// A control character that starts a terminal sequence, with the rest of the sequence.
const TERMINAL_SEQUENCES = /[\p{Cc}--[\t\n\r]](?:\[[0-?]*[ -\/]*[@-~]|\][^\p{Cc}]*)/gv;
// Invisible characters can hide instructions from a reader; joiners inside words are allowed.
const INVISIBLE = /[[\p{Cc}\p{Cf}]--[\t\n\u200C\u200D]]/gv;

// Plain text needs none of the large Unicode tables.
const PLAIN = /^[\t\n -~]*$/;

/** Removes terminal sequences and invisible characters from untrusted text and normalizes line ends. */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text;
  // Most texts are clean, and one search is cheaper than three replacements.
  if (text.search(INVISIBLE) === -1) return text;
  return text.replace(TERMINAL_SEQUENCES, '').replaceAll('\r\n', '\n').replace(INVISIBLE, '');
}
