import type { ApprovalSummary } from '../approval.ts';
import type { InboxTranslate } from '../use-inbox-texts.ts';

/** A longer destination is not a name. It repeats the arguments, which are displayed below. */
const MAX_NAME_LENGTH = 80;

/** Describes in one sentence the effect of an approval, or the requested call after a decision. */
export function describeConsequence(approval: ApprovalSummary, t: InboxTranslate, isOpen: boolean): string {
  const { agent_name: agent, tool_id: tool, destination } = approval;
  if (approval.kind === 'outcome') return t('what.outcome', { agent, tool });
  const before = approval.edit?.destination_before ?? null;
  if (isName(before) && isName(destination) && before !== destination)
    return t('what.edited', { agent, tool, before, destination, who: approval.decided_by?.id ?? '' });
  if (!isName(destination)) return t(isOpen ? 'what.plain' : 'what.wasPlain', { agent, tool });
  return t(isOpen ? 'what.target' : 'what.wasTarget', { agent, tool, destination });
}

const isName = (destination: string | null): destination is string =>
  destination !== null && destination.length <= MAX_NAME_LENGTH;
