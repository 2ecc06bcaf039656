import {
  type ApprovalController,
  type GrantRequest,
  type HumanApprovalRequest,
  SekishoError,
} from '@sekisho/engine';
import { declined, EXPIRED, type Keyring, mayBeGranted } from '@sekisho/engine/integration';
import { decisionInState, sealText } from '../openai-agents/run-state-owner.ts';
import { stateRecord } from '../openai-agents/records.ts';
import { readCall } from '../openai-agents/read-items.ts';
import type { AnyAgent, RunState } from '../openai-agents/upstream.ts';
import { hostProgram } from '../openai-agents/agents-sdk-adapter.ts';

/** Returns the run and the segment of a state. Throws for a state without our seal or with an invalid one. */
export function verifiedPosition(
  state: object,
  keyring: Keyring,
): { readonly runId: string; readonly segment: number } {
  const { owner, claim } = stateRecord(state);
  if (owner) return owner;
  if (claim && keyring.isDigest(sealText(claim.runId, claim.segment, claim.digest), claim.seal)) return claim;
  throw new SekishoError(
    'AGENTS-E-RUN-STATE',
    claim
      ? 'The run state was changed after it was saved, or another installation saved it. Pass the text as it was saved, to a runner with the same secret.'
      : 'The run state was not saved by a run of this package, so the approvals in it cannot be trusted. Start a new run from ' +
          'its history, see "Saved run states" in docs/guides/migrate.md.',
  );
}

/** Stores the decisions that the host made with upstream's own methods, as decisions of the host program. */
export async function adoptDecisions(
  state: RunState<unknown, AnyAgent>,
  approvals: readonly HumanApprovalRequest[],
  controller: ApprovalController,
): Promise<void> {
  for (const item of state.getInterruptions()) {
    const decision = decisionInState(state._context, item);
    const callId = readCall(item.rawItem)?.callId ?? '';
    const approval = approvals.find(
      ({ tool_call_id: id, agent_name: name, status }) =>
        id === callId && name === item.agent.name && status === 'pending',
    );
    if (!decision || !approval) continue;
    const by = hostProgram('state.approve');
    // The program has upstream's item with the complete arguments; the log records that it received them.
    const displayed =
      decision.approved && approval.display !== 'complete'
        ? (await controller.read(approval.approval_id, by)).display_digest
        : undefined;
    const isLasting =
      decision.approved && stateRecord(state).sticky?.has(callId) === true && mayBeGranted(approval);
    await controller.submitDecision(approval.approval_id, decision.approved ? 'approve' : 'deny', {
      by,
      displayed,
      comment: decision.message,
      grant: isLasting ? lastingGrant(approval) : undefined,
    });
  }
}

/**
 * Returns the grant of `alwaysApprove`: for the tool's own policy if only that required approval, and for exactly these
 * values if the gate did. Without a grant offer the call is approved once.
 */
function lastingGrant({ asked_by, grant_offer }: HumanApprovalRequest): GrantRequest | undefined {
  if (asked_by === 'host') return { scope: 'host_policy' };
  return grant_offer === undefined ? undefined : { scope: 'run' };
}

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
