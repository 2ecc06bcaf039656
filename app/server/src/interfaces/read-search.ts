import type { SearchRequest } from '../application/chat-store.ts';

/** The search of a list from its query; a blank text is no search. */
export function readSearch({
  q,
  ...page
}: {
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}): SearchRequest {
  return q === undefined || q === '' ? page : { ...page, text: q };
}
