import { ApiProblem } from '../../api/api-problem.ts';
import { formatExactly } from '../../format/format-time.ts';
import type { Language } from '../../i18n/language.ts';
import { describeDecider } from './describe-decider.ts';
import type { InboxTranslate } from './use-inbox-words.ts';

/** The context of an explanation. */
interface RefusalContext {
  readonly say: InboxTranslate;
  readonly language: Language;
  readonly me: string;
  readonly explain: (failure: unknown) => string;
}

/** Explains why a decision was rejected: who decided first and when, or what has changed. */
export function explainRefusal(failure: unknown, context: RefusalContext): string {
  const { say } = context;
  if (!(failure instanceof ApiProblem)) return say('conflict.generic', { why: context.explain(failure) });
  const { details } = failure;
  switch (failure.code) {
    case 'AlreadyDecided':
      return say('conflict.decided', {
        who: nameOf(details['decided_by'], context),
        status: statusWord(details['decided'], say),
        time: momentOf(details['decided_at'], context),
      });
    case 'Expired':
      return say('conflict.expired', { time: momentOf(details['expires_at'], context) });
    case 'DigestMismatch':
      return say('conflict.digest');
    default:
      return say('conflict.generic', { why: context.explain(failure) });
  }
}

function nameOf(by: unknown, { me, say }: RefusalContext): string {
  const id: unknown = typeof by === 'object' && by !== null && 'id' in by ? by.id : by;
  return describeDecider(typeof id === 'string' ? { id } : null, me, say);
}

function statusWord(status: unknown, say: InboxTranslate): string {
  const known = STATUSES.find((name) => name === status);
  return say(known === undefined ? 'status.cancelled' : `status.${known}`);
}

function momentOf(moment: unknown, { language }: RefusalContext): string {
  return typeof moment === 'string' ? formatExactly(moment, language) : '?';
}

const STATUSES = ['approved', 'denied', 'expired', 'cancelled'] as const;
