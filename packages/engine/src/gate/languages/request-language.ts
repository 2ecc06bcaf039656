import type { VerbClass } from '../manifest/verb-lexicon.ts';

/** The families of nouns that tools and requests are about. */
export type NounFamily =
  | 'message'
  | 'money'
  | 'calendar'
  | 'file'
  | 'note'
  | 'person'
  | 'info'
  | 'booking'
  | 'hotel'
  | 'flight'
  | 'restaurant'
  | 'rental'
  | 'order'
  | 'stock'
  | 'device'
  | 'entry'
  | 'credential'
  | 'task'
  | 'web'
  | 'channel'
  | 'permission'
  | 'code'
  | 'leave'
  | 'expense'
  | 'sheet'
  | 'support'
  | 'subscription'
  | 'record'
  | 'service';

/** The words with which requests are written in one language. Lists are separated by spaces. */
export interface RequestLanguage {
  /** Frequent words that identify a language with an alphabet that others share. */
  readonly functionWords?: string;
  /** Letters and marks that only this language uses. */
  readonly marks?: RegExp;
  /** The endings with which a stem is a request, for languages that separate words; `-` is the stem itself. */
  readonly endings?: string;
  /** Pronouns that are written together with a verb. */
  readonly clitics?: RegExp;
  /**
   * Stems of verbs in lower case without accents. `an|leg` also stands for a verb whose first part is separated ("leg … an").
   * Languages without spaces list the beginnings of verb forms.
   */
  readonly verbs: Readonly<Record<VerbClass, string>>;
  /** Nouns that are a request only with a light verb (languages without spaces). */
  readonly actionNouns?: Readonly<Partial<Record<VerbClass, string>>>;
  /** What follows an action noun that is an object and not a request. */
  readonly asObject?: RegExp;
  /** A negation in the text before or after a verb. */
  readonly negatedBefore?: RegExp;
  readonly negatedAfter?: RegExp;
  readonly nouns: Readonly<Partial<Record<NounFamily, string>>>;
  /** The user delegates the decision to a text: "do what the letter says". */
  readonly delegation: RegExp;
}
