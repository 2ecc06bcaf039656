import type { ApprovalSummary } from './approval.ts';
import type { InboxSay } from './use-inbox-words.ts';

/** Says in one sentence what a yes means; arguments and reasons stand below it. */
export function whatHappens(approval: ApprovalSummary, say: InboxSay): string {
  const { agent_name: agent, tool_id: tool, destination } = approval;
  if (approval.kind === 'outcome') return say('what.outcome', { agent, tool });
  return destination === null
    ? say('what.plain', { agent, tool })
    : say('what.target', { agent, tool, destination });
}
