import type { JsonSchema } from '../../contracts/skill-json-schema.ts';

/** How many skills one answer lists. */
export const PAGE_SIZE = 20;

/** The parameter that asks for the next page. */
export const CURSOR_PARAMETER: JsonSchema = {
  type: 'string',
  pattern: '^[0-9]{1,9}$',
  description: 'next_cursor of the page before.',
};

/** One page of a list as a tool returns it. */
export function pageOf<Item>(items: readonly Item[], cursor = 0, describe: (item: Item) => unknown): string {
  const end = cursor + PAGE_SIZE;
  return JSON.stringify({
    skills: items.slice(cursor, end).map(describe),
    total: items.length,
    ...(end < items.length ? { next_cursor: String(end) } : {}),
  });
}
