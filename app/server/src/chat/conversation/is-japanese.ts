const CODE = /^ {0,3}(`{3,}|~{3,})(?![`~])[^\n]*\n[^]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![^]))/gm;
const INLINE_CODE = /(?<!`)(`{1,2})(?!`)[^\n]{1,500}?(?<!`)\1(?!`)/g;
const ADDRESS =
  /(?:https?|ftp|mailto|file):\S+|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+|(?:[\w.@-]{0,64}[/\\]){2,}[\w.@-]*/gi;
// Quoted text is not the model's own prose: a title, a label, text of the user.
const QUOTED = /「[^「」\n]{0,500}」|『[^『』\n]{0,500}』|“[^“”\n]{0,500}”|"[^"\n]{0,500}"/g;
const MARKUP = /<\/?[a-z][^<>\n]{0,500}>/gi;
const SENTENCE_END = /[。．！？!?\n|]|[.:;](?=\s|$)/;

const LETTER = /\p{L}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;
const LATIN_WORD = /\p{Script=Latin}[\p{Script=Latin}\p{M}\d'’_.-]*/gu;
/** Consecutive Latin words without a word of another script between them. */
const LATIN_RUN = /\p{Script=Latin}[\p{Script=Latin}\p{M}\d'’_.,()&\t -]*/gu;
const OTHER_LETTER =
  /(?![\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Greek}])\p{L}/gu;

/** English words that make a sentence of a few Latin words. Words that are also parts of names are excluded. */
const SENTENCE_WORDS = new Set(
  `a an am are be been but can could did do does had has have he hello hi how i if is it its let me my not our please
   should sorry sure thank thanks that the their them there these they this those us was we were what when where which
   who why would yes you your`.split(/\s+/),
);
/** Words and characters of Chinese that Japanese does not use. */
const CHINESE = /[你妳您們嗎麼這哪呢吧啊很嘛喔咱她它沒]|好的|是的|可以|不是|謝謝|什麼|是(?![非正認])/u;
/** The characters of JIS X 0208; most simplified Chinese characters are not among them. */
const JIS_CHARACTERS = readJisCharacters();
/** The maximum number of consecutive kanji in a Japanese name or heading without kana. */
const MAX_HEADING_LENGTH = 16;
/** The number of Japanese characters that one word of a European language counts as. */
const CHARACTERS_PER_WORD = 3;
/** Up to this many Latin words without a sentence word are a name, a command or a term. */
const MAX_TERM_WORDS = 3;

type Amounts = { japanese: number; foreign: number; undecided: number };

/**
 * Returns whether the prose of a response is Japanese. Code, addresses, quotations, numbers, names and technical
 * terms are ignored. A response without prose passes.
 */
export function isJapanese(answer: string): boolean {
  const pieces = proseOf(answer)
    .split(SENTENCE_END)
    .filter((piece) => LETTER.test(piece));
  const total = pieces.map(countCharacters).reduce(add, { japanese: 0, foreign: 0, undecided: 0 });
  // Kanji without any kana are a heading when they are few, and Chinese when they are many.
  if (total.japanese === 0 && total.undecided > MAX_HEADING_LENGTH) return false;
  return total.foreign === 0 || total.japanese > total.foreign;
}

function proseOf(answer: string): string {
  return [CODE, INLINE_CODE, ADDRESS, QUOTED, MARKUP].reduce((text, part) => text.replace(part, ' '), answer);
}

function countCharacters(piece: string): Amounts {
  const kana = count(piece, KANA);
  const han = count(piece, HAN);
  const sentences = (piece.match(LATIN_RUN) ?? [])
    .map((run) => run.match(LATIN_WORD) ?? [])
    .filter(isSentence);
  const foreign = count(piece, OTHER_LETTER) + sentences.flat().length * CHARACTERS_PER_WORD;
  if (han > 0 && kana * 10 < han && isChinese(piece))
    return { japanese: 0, foreign: foreign + han, undecided: 0 };
  if (kana === 0) return { japanese: 0, foreign, undecided: han };
  return { japanese: kana + han, foreign, undecided: 0 };
}

function isSentence(words: readonly string[]): boolean {
  // An acronym such as IT or US is not the word "it" or "us".
  const sentenceWords = words.filter((word) => word === 'I' || !/^\p{Lu}{2,}$/u.test(word));
  if (sentenceWords.some((word) => SENTENCE_WORDS.has(word.toLowerCase()) && word !== 'A')) return true;
  return sentenceWords.filter((word) => /^\p{Ll}+$/u.test(word)).length > MAX_TERM_WORDS;
}

function isChinese(piece: string): boolean {
  return CHINESE.test(piece) || (piece.match(HAN) ?? []).some((character) => !JIS_CHARACTERS.has(character));
}

// Every byte pair of EUC-JP is a character of JIS X 0208 or unassigned.
function readJisCharacters(): ReadonlySet<string> {
  const bytes = Array.from({ length: 94 }, (_, index) => 0xa1 + index);
  const pairs = bytes.flatMap((first) => bytes.flatMap((second) => [first, second]));
  return new Set(new TextDecoder('euc-jp').decode(Uint8Array.from(pairs)));
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function add(one: Amounts, other: Amounts): Amounts {
  return {
    japanese: one.japanese + other.japanese,
    foreign: one.foreign + other.foreign,
    undecided: one.undecided + other.undecided,
  };
}
