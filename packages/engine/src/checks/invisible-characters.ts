// Emoji are joined from several characters, and in these scripts joiners change the displayed text.
const JOINING = String.raw`\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}`;
const JOINER = String.raw`(?<=[${JOINING}])[\u200C\u200D](?=[${JOINING}])|(?<=[\p{ExtPict}\p{EMod}\uFE0F])\u200D(?=\p{ExtPict})`;
const EMOJI_SELECTOR = String.raw`(?<=\p{ExtPict})[\uFE0E\uFE0F]|(?<=[0-9#*])\uFE0F(?=\u20E3)`;
const LINE = String.raw`[\n\t]|\r(?=\n)`;

// Unicode classifies fillers and selectors as letters or marks, but they are invisible. All private-use characters look
// the same.
const SHAPELESS = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{NChar}\u2028\u2029\u2800]|\p{DI}`;

const INVISIBLE = new RegExp(`(?!${LINE}|${JOINER}|${EMOJI_SELECTOR})(?:${SHAPELESS})`, 'gu');
const INVISIBLE_ON_ONE_LINE = new RegExp(`(?!${JOINER}|${EMOJI_SELECTOR})(?:${SHAPELESS})`, 'gu');

/**
 * Returns whether a text contains characters that a person cannot see, or that change the reading direction. Line
 * breaks, tabs, joined emoji and the joiners of Persian or Hindi words are accepted in their normal positions.
 */
export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) !== -1;
}

/** Replaces invisible characters by a visible code. */
export function replaceInvisible(text: string, codeOf: (character: string) => string): string {
  return text.replaceAll(INVISIBLE, codeOf);
}

/** Replaces invisible characters in names and sentences, including line breaks and tabs. */
export function replaceInvisibleInLine(text: string, codeOf: (character: string) => string): string {
  return text.replaceAll(INVISIBLE_ON_ONE_LINE, codeOf);
}

// Zero-width and direction controls, fillers, invisible operators, variation selectors other than the emoji pair, and
// the tag block: a model reads them, but a person who reviews the tool does not see them. Joiners are allowed, because
// emoji and Persian need them.
const HIDDEN = /(?!\u200C|\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;

/** Returns whether a text contains characters that a person cannot see. */
export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) !== -1;
}

/** Removes the characters that a person cannot see. */
export function removeHidden(text: string): string {
  return text.replace(HIDDEN, '');
}
