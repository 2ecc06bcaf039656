/** Writes one line of a table for spreadsheets. */
export const writeCsvLine = (cells: readonly string[]) => `${cells.map(writeCell).join(',')}\r\n`;

function writeCell(text: string): string {
  // A spreadsheet would execute a text that begins like a formula.
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
