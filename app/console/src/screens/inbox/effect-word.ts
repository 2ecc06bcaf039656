import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { InboxTranslate } from './use-inbox-words.ts';
import { wordsEn } from './words.en.ts';

/** Returns the text of an effect. */
export function effectWord(effect: string, say: InboxTranslate): string {
  const key = `effect.${effect}`;
  return say(isKeyOf(wordsEn, key) ? key : 'effect.unknown');
}
