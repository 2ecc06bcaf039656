import type { VerbClass } from '../manifest/verb-lexicon.ts';

/** Something that a text asks for: the verb and the sentence it stands in. */
export interface Request {
  readonly verb: string;
  readonly classes: readonly VerbClass[];
  readonly from: number;
  readonly to: number;
}
