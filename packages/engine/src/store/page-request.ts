import { SekishoError } from '../errors/sekisho-error.ts';
import type { AuditEvent, ExecutionLogQuery } from '../wire/execution-log.ts';
import type { Page } from './state-store.ts';

/** The largest page of a listing. */
export const MAX_PAGE_SIZE = 10_000;

/** Returns the number of rows of a page. A missing or invalid limit is replaced by `fallback`. */
export function pageSize(limit: number | undefined, fallback: number): number {
  if (limit === undefined || !(limit >= 1)) return fallback;
  return Math.min(Math.trunc(limit), MAX_PAGE_SIZE);
}

/** Returns the events that a query is limited to, or undefined for all events. */
export function eventsOf({ event, events }: ExecutionLogQuery): readonly AuditEvent[] | undefined {
  if (event === undefined) return events;
  return events === undefined || events.includes(event) ? [event] : [];
}

/** Returns the row number that a page ends before: that of the cursor, or a number beyond every row. */
export function pageEnd(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const end = /^[0-9a-z]{1,11}$/.test(cursor) ? Number.parseInt(cursor, 36) : Number.NaN;
  if (Number.isSafeInteger(end)) return end;
  throw new SekishoError(
    'AGENTS-E-INPUT-INVALID',
    'The cursor is not one that a page of this listing returned. Start again without a cursor.',
  );
}

/** Yields the rows of a listing page by page. */
export async function* pagesOf<Row>(
  read: (cursor: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield page.rows;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** Creates a page of `size` rows from up to `size + 1` rows. An additional row means that there is a next page. */
export function makePage<Found, Row>(
  found: readonly Found[],
  size: number,
  view: { readonly row: (found: Found) => Row; readonly number: (found: Found) => number },
): Page<Row> {
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  const rows = shown.map((entry) => view.row(entry));
  return found.length > size && last !== undefined
    ? { rows, cursor: view.number(last).toString(36) }
    : { rows };
}
