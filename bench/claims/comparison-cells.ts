import MarkdownIt from 'markdown-it';

/** Finds a cell of a page's tables by the first cell of its row and the heading of its column. */
export function comparisonCells(page: string): (row: string, column: string) => string | undefined {
  const [headings = [], ...rows] = rowsOf(page);
  return (row, column) => rows.find(([first]) => first === row)?.[headings.indexOf(column)];
}

function rowsOf(page: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let isInTable = false;
  for (const { type, content } of new MarkdownIt().parse(page, {})) {
    if (type === 'table_open') isInTable = true;
    if (type === 'table_close') isInTable = false;
    if (type === 'tr_open') rows.push([]);
    if (type === 'inline' && isInTable) rows.at(-1)?.push(content);
  }
  return rows;
}
