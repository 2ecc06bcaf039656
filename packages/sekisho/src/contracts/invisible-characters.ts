// Emoji are joined from several characters, and these scripts are written with joiners that change what one sees.
const JOINING = String.raw`\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}`;
const JOINER = String.raw`(?<=[${JOINING}])[\u200C\u200D](?=[${JOINING}])|(?<=[\p{ExtPict}\p{EMod}\uFE0F])\u200D(?=\p{ExtPict})`;
const EMOJI_SELECTOR = String.raw`(?<=\p{ExtPict})[\uFE0E\uFE0F]|(?<=[0-9#*])\uFE0F(?=\u20E3)`;
const LINE = String.raw`[\n\t]|\r(?=\n)`;

// Fillers and selectors are letters or marks to Unicode, but nobody sees them. Two private-use characters look the same.
const SHAPELESS = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{NChar}\u2028\u2029\u2800]|\p{DI}`;

const INVISIBLE = new RegExp(`(?!${LINE}|${JOINER}|${EMOJI_SELECTOR})(?:${SHAPELESS})`, 'gu');
const INVISIBLE_ON_ONE_LINE = new RegExp(`(?!${JOINER}|${EMOJI_SELECTOR})(?:${SHAPELESS})`, 'gu');

/**
 * Whether a text holds characters that a person cannot see, or that change the direction of reading. Line breaks, tabs,
 * joined emoji and the joiners of Persian or Hindi words are visible where they belong.
 */
export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) !== -1;
}

/** Replaces invisible characters by a visible code. */
export function replaceInvisible(text: string, codeOf: (character: string) => string): string {
  return text.replaceAll(INVISIBLE, codeOf);
}

/** The same for names and sentences, in which line breaks and tabs are hidden characters too. */
export function replaceInvisibleInLine(text: string, codeOf: (character: string) => string): string {
  return text.replaceAll(INVISIBLE_ON_ONE_LINE, codeOf);
}
