import { styleText } from 'node:util';

// styleText omits colors when standard output is not a terminal, or when NO_COLOR is set.

/** Prints the heading of one part. */
export function printHeading(text: string): void {
  console.log(`\n${styleText('bold', text)}`);
}

/** Prints a line with an optional label. */
export function printLine(text: string, label = ''): void {
  console.log(`  ${label === '' ? '' : styleText('dim', `${label}: `)}${text}`);
}

/** Prints the outcome of a step. */
export function printOutcome(text: string, isGood: boolean): void {
  console.log(`  ${styleText(isGood ? 'green' : 'yellow', text)}`);
}

/** Prints a table whose columns are as wide as their widest cells. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => displayWidth(row[column] ?? ''))),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell))).join('  ');
  console.log(`  ${styleText('dim', line(head).trimEnd())}`);
  for (const row of rows) console.log(`  ${line(row).trimEnd()}`);
}

/** Returns the number of columns on a terminal. Japanese characters use two. */
function displayWidth(text: string): number {
  return text.length + (text.match(/[\u2E80-\uFFDC]/g)?.length ?? 0);
}
