import { ApiProblem } from '../../api/api-problem.ts';
import { formatExactly } from '../../ui/format/format-time.ts';
import type { Language } from '../../i18n/language.ts';
import { describeDecider } from '../describe-decider.ts';
import type { InboxTranslate } from '../use-inbox-texts.ts';

/** The context of an explanation. */
interface RefusalContext {
  readonly t: InboxTranslate;
  readonly language: Language;
  readonly me: string;
  readonly explain: (failure: unknown) => string;
}

/** Explains why a decision was rejected: who decided first and when, or what has changed. */
export function explainRejection(failure: unknown, context: RefusalContext): string {
  const { t } = context;
  if (!(failure instanceof ApiProblem)) return t('conflict.generic', { why: context.explain(failure) });
  const { code, details } = failure;
  return explainCode({ code, details, why: () => context.explain(failure) }, context);
}

/** Explains why the server could not apply a delayed decision. */
export function explainFailure(
  failure: {
    readonly code: string;
    readonly title: string;
    readonly title_ja: string;
    readonly facts: Readonly<Record<string, unknown>>;
  },
  context: RefusalContext,
): string {
  const why = context.language === 'ja' ? failure.title_ja : failure.title;
  return explainCode({ code: failure.code, details: failure.facts, why: () => why }, context);
}

function explainCode(
  failure: {
    readonly code: string;
    readonly details: Readonly<Record<string, unknown>>;
    readonly why: () => string;
  },
  context: RefusalContext,
): string {
  const { t } = context;
  const { details } = failure;
  switch (failure.code) {
    case 'AlreadyDecided':
      return t('conflict.decided', {
        who: nameOf(details['decided_by'], context),
        status: statusWord(details['decided'], t),
        time: momentOf(details['decided_at'], context),
      });
    case 'Expired':
      return t('conflict.expired', { time: momentOf(details['expires_at'], context) });
    case 'DigestMismatch':
      return t('conflict.digest');
    default:
      return t('conflict.generic', { why: failure.why() });
  }
}

function nameOf(by: unknown, { me, t }: RefusalContext): string {
  const id: unknown = typeof by === 'object' && by !== null && 'id' in by ? by.id : by;
  return describeDecider(typeof id === 'string' ? { id } : null, me, t);
}

function statusWord(status: unknown, t: InboxTranslate): string {
  const known = STATUSES.find((name) => name === status);
  return t(known === undefined ? 'status.cancelled' : `status.${known}`);
}

function momentOf(moment: unknown, { language }: RefusalContext): string {
  return typeof moment === 'string' ? formatExactly(moment, language) : '?';
}

const STATUSES = ['pending', 'approved', 'denied', 'expired', 'cancelled'] as const;
