const CODE = /^ {0,3}(`{3,}|~{3,})(?![`~])[^\n]*\n[^]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![^]))/gm;
const INLINE_CODE = /(?<!`)(`{1,2})(?!`)[^\n]{1,500}?(?<!`)\1(?!`)/g;
const ADDRESS =
  /(?:https?|ftp|mailto|file):\S+|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+|(?:[\w.@-]{0,64}[/\\]){2,}[\w.@-]*/gi;
// A quotation is somebody else's text: a title, a label, the words of the user.
const QUOTED = /「[^「」\n]{0,500}」|『[^『』\n]{0,500}』|“[^“”\n]{0,500}”|"[^"\n]{0,500}"/g;
const MARKUP = /<\/?[a-z][^<>\n]{0,500}>/gi;
const SENTENCE_END = /[。．！？!?\n|]|[.:;](?=\s|$)/;

const LETTER = /\p{L}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;
const LATIN_WORD = /\p{Script=Latin}[\p{Script=Latin}\p{M}\d'’_.-]*/gu;
/** Latin words that follow each other without a word of another script between them. */
const LATIN_RUN = /\p{Script=Latin}[\p{Script=Latin}\p{M}\d'’_.,()&\t -]*/gu;
const OTHER_LETTER =
  /(?![\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Greek}])\p{L}/gu;

/** English words that make a sentence of a few Latin words; words that are also parts of names are left out. */
const SENTENCE_WORDS = new Set(
  `a an am are be been but can could did do does had has have he hello hi how i if is it its let me my not our please
   should sorry sure thank thanks that the their them there these they this those us was we were what when where which
   who why would yes you your`.split(/\s+/),
);
/** Words and characters of Chinese that Japanese does not use. */
const CHINESE = /[你妳您們嗎麼這哪呢吧啊很嘛喔咱她它沒]|好的|是的|可以|不是|謝謝|什麼|是(?![非正認])/u;
/** The characters of JIS X 0208; most simplified Chinese characters are not among them. */
const JIS_CHARACTERS = readJisCharacters();
/** More kanji than a Japanese name or heading has in one piece without kana. */
const MAX_HEADING_LENGTH = 16;
/** One word of a European language counts like this many characters of Japanese. */
const CHARACTERS_PER_WORD = 3;
/** Fewer Latin words without a word of a sentence are a name, a command or a term. */
const MAX_TERM_WORDS = 3;

type Amounts = { japanese: number; foreign: number; undecided: number };

/**
 * Whether a person who reads Japanese can read an answer. It judges the prose: code, addresses, quotations, numbers, names
 * and technical terms are in no language. An answer without prose passes.
 */
export function isJapanese(answer: string): boolean {
  const pieces = proseOf(answer)
    .split(SENTENCE_END)
    .filter((piece) => LETTER.test(piece));
  const total = pieces.map(weigh).reduce(add, { japanese: 0, foreign: 0, undecided: 0 });
  // Kanji without any kana around them are a heading when they are few, and Chinese when they are many.
  if (total.japanese === 0 && total.undecided > MAX_HEADING_LENGTH) return false;
  return total.foreign === 0 || total.japanese > total.foreign;
}

function proseOf(answer: string): string {
  return [CODE, INLINE_CODE, ADDRESS, QUOTED, MARKUP].reduce((text, part) => text.replace(part, ' '), answer);
}

function weigh(piece: string): Amounts {
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
  const spoken = words.filter((word) => word === 'I' || !/^\p{Lu}{2,}$/u.test(word));
  if (spoken.some((word) => SENTENCE_WORDS.has(word.toLowerCase()) && word !== 'A')) return true;
  return spoken.filter((word) => /^\p{Ll}+$/u.test(word)).length > MAX_TERM_WORDS;
}

function isChinese(piece: string): boolean {
  return CHINESE.test(piece) || (piece.match(HAN) ?? []).some((character) => !JIS_CHARACTERS.has(character));
}

// Every pair of bytes of EUC-JP is a character of JIS X 0208 or nothing.
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
