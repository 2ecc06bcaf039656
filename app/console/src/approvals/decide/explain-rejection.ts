import { ApiProblem } from '../../api/api-problem.ts';
import { formatExactly } from '../../ui/format/format-time.ts';
import type { Language } from '../../i18n/language.ts';
import { describeDecider } from '../describe-decider.ts';
import { translate } from '../../i18n/translate.ts';
import type { PhraseValues } from '../../i18n/phrase.ts';
import type { DecisionProgress } from '../approval.ts';
import { lazyTextsEn } from '../lazy-texts.en.ts';
import { lazyTextsJa } from '../lazy-texts.ja.ts';
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
  if (!(failure instanceof ApiProblem))
    return say(context, 'conflict.generic', { why: context.explain(failure) });
  const { code, details } = failure;
  return explainCode({ code, details, why: () => context.explain(failure) }, context);
}

/** Explains why the server could not apply a delayed decision. */
function explainFailure(
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
      return say(context, 'conflict.decided', {
        who: nameOf(details['decided_by'], context),
        status: statusWord(details['decided'], t),
        time: momentOf(details['decided_at'], context),
      });
    case 'Expired':
      return say(context, 'conflict.expired', { time: momentOf(details['expires_at'], context) });
    case 'DigestMismatch':
      return say(context, 'conflict.digest');
    default:
      return say(context, 'conflict.generic', { why: failure.why() });
  }
}

/** Describes the result of a decision. Without progress, none of the requests of a group could be decided. */
export function describeResult(
  progress: DecisionProgress | undefined,
  context: RefusalContext,
): { readonly isGood: boolean; readonly text: string } {
  if (progress === undefined) return { isGood: false, text: say(context, 'group.none') };
  const { decided, total, failed, result } = progress;
  const [first] = failed;
  const counts = { count: decided, total, failed: failed.length };
  if (progress.waiting > 0) return { isGood: true, text: say(context, 'group.progress', counts) };
  if (total > 1) return { isGood: first === undefined, text: say(context, 'group.done', counts) };
  if (first !== undefined) return { isGood: false, text: explainFailure(first, context) };
  if (!result) return { isGood: true, text: '' };
  const { resume, waiting_in_run: count, application } = result;
  return { isGood: true, text: say(context, `result.${resume}`, { count, application }) };
}

// These texts are not needed before the first decision, so they are loaded with this file.
const say = ({ language }: RefusalContext, key: keyof typeof lazyTextsEn, values?: PhraseValues) =>
  translate(language, (language === 'ja' ? lazyTextsJa : lazyTextsEn)[key], values);

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
