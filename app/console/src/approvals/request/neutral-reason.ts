import type { Language } from '../../i18n/language.ts';
import type { ApprovalSummary } from '../approval.ts';

/** Returns the engine's reason for a reader who may not be the requester: "you" becomes "the user". */
export function neutralReason(
  { reason, reason_ja }: Pick<ApprovalSummary, 'reason' | 'reason_ja'>,
  language: Language,
): string {
  if (language === 'ja') return reason_ja.replaceAll('ご自身', '利用者');
  return reason
    .replaceAll(/(^|[.!?]\s+)You\b/gu, '$1The user')
    .replaceAll(/(^|[.!?]\s+)Your\b/gu, '$1The user’s')
    .replaceAll(/\byour\b/gu, 'the user’s')
    .replaceAll(/\byou\b/gu, 'the user');
}

/** Returns the first sentence of a reason, for a row. */
export function firstSentence(text: string): string {
  return /^.+?(?:[.!?](?=\s|$)|。)/su.exec(text)?.[0] ?? text;
}
