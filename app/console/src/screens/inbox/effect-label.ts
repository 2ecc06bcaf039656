import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { InboxTranslate } from './use-inbox-texts.ts';
import { textsEn } from './texts.en.ts';

/** Returns the text of an effect. */
export function effectLabel(effect: string, t: InboxTranslate): string {
  const key = `effect.${effect}`;
  return t(isKeyOf(textsEn, key) ? key : 'effect.unknown');
}
