import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { Say } from '../../i18n/use-words.ts';
import { wordsEn } from './words.en.ts';

/** Returns the text of a skill mode; an unknown mode is returned unchanged. */
export function modeWord(mode: string, say: Say<keyof typeof wordsEn>): string {
  const key = `mode.${mode}`;
  return isKeyOf(wordsEn, key) ? say(key) : mode;
}
