import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { Say } from '../../i18n/use-words.ts';
import { wordsEn } from './words.en.ts';

/** Says how a skill becomes a tool; a way without a word is named as it is. */
export function modeWord(mode: string, say: Say<keyof typeof wordsEn>): string {
  const key = `mode.${mode}`;
  return isKeyOf(wordsEn, key) ? say(key) : mode;
}
