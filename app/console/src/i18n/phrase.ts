/** A text of the console. With `one` and `other` the value named `count` selects the form. */
export type Phrase = string | { readonly one: string; readonly other: string };

/** The values of the `{name}` placeholders of a phrase. */
export type PhraseValues = Readonly<Record<string, string | number>>;
