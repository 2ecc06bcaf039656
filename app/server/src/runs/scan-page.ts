/** One page of a scan. `cursor` is where to continue; null means the end. */
export type ScannedPage<Row> = { items: Row[]; cursor: string | null };

type ListRows<Row> = (page: {
  limit: number;
  cursor: string | undefined;
}) => Promise<{ rows: readonly Row[]; cursor?: string | undefined }>;

/** Filters the rows of a page. It receives all rows at once, so that it can look up related data in one query. */
type FilterRows<Row> = (rows: readonly Row[]) => readonly Row[] | Promise<readonly Row[]>;

// The maximum number of rows that one page of a filtered list scans, so that its cost does not grow with the list.
const MAX_ROWS = 2000;

/**
 * Scans a list for matching rows. A page can contain fewer rows than requested and still not be the last: the client
 * continues from its cursor.
 */
export async function scanPage<Row>(
  list: ListRows<Row>,
  page: { limit: number; cursor: string | undefined; filter: FilterRows<Row> },
): Promise<ScannedPage<Row>> {
  const { limit, filter } = page;
  const items: Row[] = [];
  let { cursor } = page;
  let seen = 0;
  do {
    // At most as many rows as still fit are read, so that the cursor never skips a row.
    const found = await list({ limit: limit - items.length, cursor });
    items.push(...(await filter(found.rows)));
    seen += found.rows.length;
    cursor = found.cursor;
  } while (cursor !== undefined && items.length * 2 < limit && seen < MAX_ROWS);
  return { items, cursor: cursor ?? null };
}
