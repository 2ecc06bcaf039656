/** One page of a scan: what was found, and where to go on; no cursor means the end. */
export type ScannedPage<Row> = { items: Row[]; cursor: string | null };

/** A listing that gives pages and takes the cursor of the page before. */
type ListRows<Row> = (page: {
  limit: number;
  cursor: string | undefined;
}) => Promise<{ rows: readonly Row[]; cursor?: string | undefined }>;

/** Leaves out the rows that were not asked for; given all at once, so that it may look something up for them. */
type KeepRows<Row> = (rows: readonly Row[]) => readonly Row[] | Promise<readonly Row[]>;

// One page of a filtered list looks at so many rows at most, so that its cost does not grow with the list.
const MAX_ROWS = 2000;

/**
 * Looks through a listing for rows that match. A page may hold fewer rows than asked for and still not be the last:
 * the reader goes on from its cursor.
 */
export async function scanPage<Row>(
  list: ListRows<Row>,
  page: { limit: number; cursor: string | undefined; keep: KeepRows<Row> },
): Promise<ScannedPage<Row>> {
  const { limit, keep } = page;
  const items: Row[] = [];
  let { cursor } = page;
  let seen = 0;
  do {
    // As many as still fit: a row that was read is never left behind by the cursor.
    const found = await list({ limit: limit - items.length, cursor });
    items.push(...(await keep(found.rows)));
    seen += found.rows.length;
    cursor = found.cursor;
  } while (cursor !== undefined && items.length * 2 < limit && seen < MAX_ROWS);
  return { items, cursor: cursor ?? null };
}
