import {
  type ApprovalController,
  type Approver,
  type GrantRequest,
  type HumanApprovalRequest,
  SekishoError,
} from '@sekisho/engine';
import { type Keyring, mayBeGranted } from '@sekisho/engine/integration';
import { decisionInState } from '../sdk/decision-in-state.ts';
import { claimOf, isSticky, ownerOf } from '../sdk/run-state-owner.ts';
import { readCall } from '../sdk/tool-calls-of.ts';
import type { AnyAgent, RunState } from '../sdk/upstream.ts';
import { sealText } from './run-driver.ts';

/** Returns the run and the segment of a state. Throws for a state without our seal or with an invalid one. */
export function verifiedPosition(
  state: object,
  keyring: Keyring,
): { readonly runId: string; readonly segment: number } {
  const owner = ownerOf(state);
  if (owner) return owner;
  const claim = claimOf(state);
  if (claim && keyring.isDigest(sealText(claim.runId, claim.segment, claim.digest), claim.seal)) return claim;
  throw new SekishoError(
    'AGENTS-E-RUN-STATE',
    claim
      ? 'The run state was changed after it was saved, or another installation saved it.'
      : 'The run state was not saved by a run of this package, so the approvals in it cannot be trusted. Start a new run from ' +
          'its history, see "Saved run states" in docs/guides/migrate.md.',
  );
}

/** The host program as the approver, with the interface of upstream that it used. */
export const hostProgram = (assurance: 'state.approve' | 'onApproval'): Approver => ({
  id: 'host-program',
  kind: 'host',
  assurance,
});

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
    const isLasting = decision.approved && isSticky(state, callId) && mayBeGranted(approval);
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
