import type { JsonSchema } from '../types/skill-json-schema.ts';

/** The number of skills on one page. */
export const PAGE_SIZE = 20;

/** The parameter that requests the next page. */
export const CURSOR_PARAMETER: JsonSchema = {
  type: 'string',
  pattern: '^[0-9]{1,9}$',
  description: 'next_cursor of the previous page.',
};

/** Returns one page of a list in the form of a tool result. */
export function pageOf<Item>(items: readonly Item[], cursor = 0, describe: (item: Item) => unknown): string {
  const end = cursor + PAGE_SIZE;
  return JSON.stringify({
    skills: items.slice(cursor, end).map(describe),
    total: items.length,
    ...(end < items.length ? { next_cursor: String(end) } : {}),
  });
}
