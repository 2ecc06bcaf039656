// A control character that starts a terminal sequence, with what belongs to it.
const TERMINAL_SEQUENCES = /[\p{Cc}--[\t\n\r]](?:\[[0-?]*[ -\/]*[@-~]|\][^\p{Cc}]*)/gv;
// Invisible characters can hide instructions from the person who reads along; joiners inside words are kept.
const INVISIBLE = /[[\p{Cc}\p{Cf}]--[\t\n\u200C\u200D]]/gv;

// The short way for plain text, which needs none of the large tables.
const PLAIN = /^[\t\n -~]*$/;

/** Text from outside without terminal sequences and invisible characters, with plain line ends. */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text;
  // Nearly every text is clean, and looking once is cheaper than replacing three times.
  if (text.search(INVISIBLE) === -1) return text;
  return text.replace(TERMINAL_SEQUENCES, '').replaceAll('\r\n', '\n').replace(INVISIBLE, '');
}
