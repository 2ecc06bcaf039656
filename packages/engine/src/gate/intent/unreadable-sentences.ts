/** A range of a text. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `der die das und ist nicht mit für auf bitte du sie ich ein eine dem den von zu bevor dann
  le la les et est vous pour avec une des du dans sur votre veuillez avant
  el los las una para con por que usted tu su antes
  il lo gli che per con una prima poi
  o os as um uma para com por que você antes
  het een van niet met voor
  och att det som inte`.split(/\s+/),
);
const OTHER_SCRIPT =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}]{3}/u;
const CHINESE = /\p{Script=Han}{4}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Finds the sentences in a language whose verbs are unknown. Such a sentence may contain any request. */
export function unreadableSentences(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const match of text.matchAll(/[^.!?\n。！？]+(?:[.](?=\S)[^.!?\n。！？]*)*/g)) {
    if (found.length >= 100) break;
    const sentence = match[0];
    const isChinese = CHINESE.test(sentence) && !KANA.test(sentence);
    if (isChinese || OTHER_SCRIPT.test(sentence) || isForeign(sentence))
      found.push({ from: match.index, to: match.index + sentence.length });
  }
  return found;
}

function isForeign(sentence: string): boolean {
  let count = 0;
  for (const word of sentence.match(/[\p{L}]+/gu)?.slice(0, 100) ?? [])
    if (FUNCTION_WORDS.has(word)) count += 1;
  return count >= 2;
}
