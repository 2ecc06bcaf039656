import type { Page, PageRequest } from '../application/chat-store.ts';

/** Turns one row more than asked for into a page with a cursor. */
export function pageRows<Row extends { number: number }, T>(
  rows: readonly Row[],
  { limit }: PageRequest,
  read: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const cursor = rows.length > limit ? String(shown.at(-1)?.number) : undefined;
  return { items: shown.map(read), cursor };
}

/** The row number at which a page begins; a cursor that is not ours begins at the first page. */
export function cursorNumber(cursor: string | undefined, first: number): number {
  return cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : first;
}
