/** A text of the screen; with `one` and `other` the number called `count` picks. */
export type Phrase = string | { readonly one: string; readonly other: string };

/** What is put into the `{name}` places of a phrase. */
export type PhraseValues = Readonly<Record<string, string | number>>;
