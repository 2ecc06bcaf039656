/** A page of a list. `cursor` is set when there are more items. */
export type Page<T> = { items: T[]; cursor: string | undefined };

/** The position after which to read, and the maximum number of items. */
export type PageRequest = { limit: number; cursor?: string | undefined };

/** A page request with a search text. Without a text, the page contains all items. */
export type SearchRequest = PageRequest & { text?: string | undefined };

/** The item to delete. With a version, it is deleted only if that version is the current one. */
export type Removal = { userId: string; id: string; version?: number | undefined };

/** The result of a deletion. */
export type RemovalState = 'removed' | 'missing' | 'changed';
