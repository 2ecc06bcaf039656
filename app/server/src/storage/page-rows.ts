import { z } from 'zod';
import type { Page, PageRequest, RemovalState } from './page.ts';

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

/** A row with the result of a deletion. */
export const removalStateSchema = z.object({ state: z.enum(['removed', 'missing', 'changed']) });

/** Returns whether the item in these rows may be deleted, by its version. */
export function removalState(rows: readonly unknown[], version: number | undefined): RemovalState {
  const [row] = z.array(z.object({ version: z.number() })).parse(rows);
  if (row === undefined) return 'missing';
  return version !== undefined && row.version !== version ? 'changed' : 'removed';
}
