import { isKeyOf } from '../i18n/is-key-of.ts';
import type { Translate } from '../i18n/use-texts.ts';
import { textsEn } from './texts.en.ts';
import type { Finding } from './write-report.ts';

/** Returns the evidence of a finding. For an unknown or failed check it is the text of the server. */
export function evidenceOf(
  { id, how }: Pick<Finding, 'id' | 'how'>,
  t: Translate<keyof typeof textsEn>,
): string {
  const key = `how.${id}`;
  const isBroken = how === `check "${id}"`;
  return isKeyOf(textsEn, key) && !isBroken ? t(key) : how;
}
