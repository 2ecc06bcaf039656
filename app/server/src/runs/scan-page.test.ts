import { assert, asyncProperty, integer } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanPage } from './scan-page.ts';

/** Lists the numbers below `size`, largest first, and counts the rows that were read. */
function listingOf(size: number) {
  const given = { rows: 0 };
  const list = async ({ limit, cursor }: { limit: number; cursor: string | undefined }) => {
    const end = cursor === undefined ? size : Number(cursor);
    const rows = Array.from({ length: Math.min(limit, end) }, (_, index) => end - 1 - index);
    given.rows += rows.length;
    const last = rows.at(-1) ?? 0;
    return { rows, cursor: last > 0 ? `${last}` : undefined };
  };
  return { list, given };
}

describe('scanPage', () => {
  it('returns every matching row once, in order, over any number of pages', async () => {
    await assert(
      asyncProperty(
        integer({ min: 0, max: 400 }),
        integer({ min: 1, max: 60 }),
        integer({ min: 1, max: 40 }),
        async (size, limit, rarity) => {
          const { list } = listingOf(size);
          const keep = (rows: readonly number[]) => rows.filter((row) => row % rarity === 0);
          const seen: number[] = [];
          let cursor: string | null | undefined;
          while (cursor !== null) {
            const page = await scanPage(list, { limit, cursor: cursor ?? undefined, filter: keep });
            expect(page.items.length).toBeLessThanOrEqual(limit);
            seen.push(...page.items);
            ({ cursor } = page);
          }
          const all = Array.from({ length: size }, (_, index) => size - 1 - index);
          expect(seen).toEqual(keep(all));
        },
      ),
    );
  });

  it('scans a bounded number of rows, whatever the size of the list', async () => {
    const { list, given } = listingOf(1_000_000);
    const page = await scanPage(list, { limit: 50, cursor: undefined, filter: async () => [] });
    expect(page).toEqual({ items: [], cursor: expect.any(String) });
    expect(given.rows).toBeLessThan(2100);
  });
});
