import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { InboxTranslate } from './use-inbox-words.ts';
import { wordsEn } from './words.en.ts';

/** Says what kind of tool it is; a kind without a word is named as it is. */
export function kindWord(kind: string, say: InboxTranslate): string {
  const key = `kind.${kind}`;
  return isKeyOf(wordsEn, key) ? say(key) : kind;
}
