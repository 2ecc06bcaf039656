import type { Page } from '../storage/page.ts';

/** Converts a page with a function for its items. */
export function viewPage<T, V>({ items, cursor }: Page<T>, view: (item: T) => V) {
  return { items: items.map(view), cursor: cursor ?? null };
}

/** Formats a time. All times of the API are RFC 3339 in UTC with milliseconds. */
export function writeTime(ms: number): string {
  return new Date(ms).toISOString();
}
