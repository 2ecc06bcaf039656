import type { ApprovalSummary } from './approval.ts';
import type { InboxTranslate } from './use-inbox-words.ts';

/** Where a call goes to that is longer than this is no name but the arguments once more, and those stand below. */
const MAX_NAME_LENGTH = 80;

/** Says in one sentence what a yes means, or what was asked for; arguments and reasons stand below it. */
export function describeConsequence(approval: ApprovalSummary, say: InboxTranslate, isOpen: boolean): string {
  const { agent_name: agent, tool_id: tool, destination } = approval;
  if (approval.kind === 'outcome') return say('what.outcome', { agent, tool });
  const before = approval.edit?.destination_before ?? null;
  if (isName(before) && isName(destination) && before !== destination)
    return say('what.edited', { agent, tool, before, destination, who: approval.decided_by?.id ?? '' });
  if (!isName(destination)) return say(isOpen ? 'what.plain' : 'what.wasPlain', { agent, tool });
  return say(isOpen ? 'what.target' : 'what.wasTarget', { agent, tool, destination });
}

const isName = (destination: string | null): destination is string =>
  destination !== null && destination.length <= MAX_NAME_LENGTH;
