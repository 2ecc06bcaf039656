import { styleText } from 'node:util';

// styleText leaves the colours out when standard output is no terminal, or when NO_COLOR is set.

/** Prints the head of one part of the story. */
export function printHeading(text: string): void {
  console.log(`\n${styleText('bold', text)}`);
}

/** Prints a line of the story, with an optional label in front. */
export function printLine(text: string, label = ''): void {
  console.log(`  ${label === '' ? '' : styleText('dim', `${label}: `)}${text}`);
}

/** Prints a line that tells how something ended. */
export function printOutcome(text: string, isGood: boolean): void {
  console.log(`  ${styleText(isGood ? 'green' : 'yellow', text)}`);
}

/** Prints rows under a head, with every column as wide as its widest cell. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => displayWidth(row[column] ?? ''))),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell))).join('  ');
  console.log(`  ${styleText('dim', line(head).trimEnd())}`);
  for (const row of rows) console.log(`  ${line(row).trimEnd()}`);
}

/** Columns on a terminal: Japanese characters take two. */
function displayWidth(text: string): number {
  return text.length + (text.match(/[\u2E80-\uFFDC]/g)?.length ?? 0);
}
