import { isKeyOf } from '../../i18n/is-key-of.ts';
import type { Say } from '../../i18n/use-words.ts';
import { wordsEn } from './words.en.ts';
import type { Finding } from './write-report.ts';

/** Returns the evidence of a finding. For an unknown or failed check it is the text of the server. */
export function evidenceOf({ id, how }: Pick<Finding, 'id' | 'how'>, say: Say<keyof typeof wordsEn>): string {
  const key = `how.${id}`;
  const isBroken = how === `check "${id}"`;
  return isKeyOf(wordsEn, key) && !isBroken ? say(key) : how;
}
