import type { SearchRequest } from '../storage/page.ts';

/** Reads the search parameters of a list. A blank text means no search. */
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
