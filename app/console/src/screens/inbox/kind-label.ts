import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { InboxTranslate } from './use-inbox-texts.ts';
import { textsEn } from './texts.en.ts';

/** Returns the text of a kind of tool; an unknown kind is returned unchanged. */
export function kindLabel(kind: string, t: InboxTranslate): string {
  const key = `kind.${kind}`;
  return isKeyOf(textsEn, key) ? t(key) : kind;
}
