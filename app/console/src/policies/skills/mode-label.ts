import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { Translate } from '../../i18n/use-texts.ts';
import { textsEn } from './texts.en.ts';

/** Returns the text of a skill mode; an unknown mode is returned unchanged. */
export function modeLabel(mode: string, t: Translate<keyof typeof textsEn>): string {
  const key = `mode.${mode}`;
  return isKeyOf(textsEn, key) ? t(key) : mode;
}
