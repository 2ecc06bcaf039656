import type { ApprovalController } from '../approval/approval-controller.ts';
import { mayBeGranted, type GrantRequest } from '../approval/grant-for.ts';
import type { Keyring } from '../config/keyring.ts';
import type { Approver, HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { decisionInState } from '../sdk/decision-in-state.ts';
import { claimOf, isSticky, ownerOf } from '../sdk/run-state-owner.ts';
import { readCall } from '../sdk/tool-calls-of.ts';
import type { AnyAgent, RunState } from '../sdk/upstream.ts';
import { sealText } from './run-driver.ts';

/** Which wait of which run a state belongs to. A state without our seal, or with a broken one, is refused. */
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

/** The host program as the one who decides, and through which of upstream's interfaces. */
export const hostProgram = (assurance: 'state.approve' | 'onApproval'): Approver => ({
  id: 'host-program',
  kind: 'host',
  assurance,
});

/** Takes over what the host decided with upstream's own methods, as decisions of the host program. */
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
    // The program holds upstream's own item with the complete arguments; the log says that it was given them.
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
 * What `alwaysApprove` covers: the tool's own policy where only that asked, and exactly these values where the gate asked.
 * A call that the gate has to ask about each time is approved once.
 */
function lastingGrant({ asked_by, grant_offer }: HumanApprovalRequest): GrantRequest | undefined {
  if (asked_by === 'host') return { scope: 'host_policy' };
  return grant_offer === undefined ? undefined : { scope: 'run' };
}
