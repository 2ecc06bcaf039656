import type { VerbClass } from '../manifest/verb-lexicon.ts';

/** A request in a text: the verb and its sentence. */
export interface Request {
  readonly verb: string;
  readonly classes: readonly VerbClass[];
  readonly from: number;
  readonly to: number;
}
