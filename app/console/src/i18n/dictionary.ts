import type { Phrase } from './phrase.ts';

/** A dictionary with exactly the keys of another one. A missing key does not compile. */
export type Dictionary<Source> = { readonly [Key in keyof Source]: Phrase };
