import type { Page, PageRequest } from './page.ts';

/** Converts rows to a page. One row more than requested means that there is a next page. */
export function pageRows<Row extends { number: number }, T>(
  rows: readonly Row[],
  { limit }: PageRequest,
  read: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const cursor = rows.length > limit ? String(shown.at(-1)?.number) : undefined;
  return { items: shown.map(read), cursor };
}

/** Returns the row number at which a page begins. An invalid cursor returns the first page. */
export function cursorNumber(cursor: string | undefined, first: number): number {
  return cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : first;
}
