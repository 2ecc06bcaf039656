import type { HumanApprovalRequest } from '@sekisho/engine';
import { decisionInState } from '../sdk/decision-in-state.ts';
import { readCall } from '../sdk/tool-calls-of.ts';
import type { AnyAgent, RunState } from '../sdk/upstream.ts';
import { declined, EXPIRED } from './permissions.ts';

/**
 * Applies stored decisions to upstream's state, so that its own records are correct. This permits nothing: an approval
 * counts only when the gate finds it in the store and consumes it.
 */
export function applyDecisions(
  state: RunState<unknown, AnyAgent>,
  approvals: readonly HumanApprovalRequest[],
): void {
  for (const item of state.getInterruptions()) {
    const callId = readCall(item.rawItem)?.callId;
    const approval = approvals.find(
      ({ tool_call_id: id, agent_name: name, used_at: used }) =>
        id === callId && name === item.agent.name && used === undefined,
    );
    // A program that rejected the call itself has also set the message.
    if (decisionInState(state._context, item)?.approved === false) continue;
    if (approval?.status === 'approved') state.approve(item);
    if (approval?.status === 'denied') state.reject(item, { message: declined(approval.comment) });
    if (approval?.status === 'expired') state.reject(item, { message: EXPIRED });
  }
}
