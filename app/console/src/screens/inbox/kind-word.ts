import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { InboxTranslate } from './use-inbox-words.ts';
import { wordsEn } from './words.en.ts';

/** Returns the text of a kind of tool; an unknown kind is returned unchanged. */
export function kindWord(kind: string, say: InboxTranslate): string {
  const key = `kind.${kind}`;
  return isKeyOf(wordsEn, key) ? say(key) : kind;
}
