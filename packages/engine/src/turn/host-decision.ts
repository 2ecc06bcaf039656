import { messageOf } from '../audit/describe-error.ts';
import { storeUnusable } from '../durable/store-failure.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { Approver, HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { ActiveRun } from './active-run.ts';
import { askPerson, putDecided, refused, start } from './call-stages.ts';
import { refreshApprovals } from './decide-turn.ts';
import { exclusively } from './exclusively.ts';
import { declined } from './permissions.ts';
import { withHostReason } from './reasons.ts';
import { requireCall } from './require-call.ts';
import type { JudgedCall, ToolCall } from './tool-call.ts';
import { TurnDraft } from './turn-draft.ts';

/** The result of the tool's own policy about one call, or the error that it threw. */
export type HostDecision = 'allow' | 'ask' | { readonly failed: unknown };

/**
 * Applies the result of the tool's own policy to a call that the gate left to it. A failure is recorded; the caller throws it.
 * Throws AGENTS-E-RUN-CONFLICT for any other call, so that no policy of a tool replaces the decision of the gate or of a person.
 */
export async function applyHostDecision(run: ActiveRun, key: string, host: HostDecision): Promise<void> {
  const call = requireCall(run, key);
  const draft = new TurnDraft(run.context, run.settings);
  if (typeof host !== 'string') {
    draft.record(failedPolicy(call, host.failed));
    run.outbox.add(draft);
    await run.outbox.commit();
    run.recordSpan(call, 'deny');
    return;
  }
  await exclusively(run, key, () => decideForHost(run, key, host, draft));
}

async function decideForHost(
  run: ActiveRun,
  key: string,
  host: 'allow' | 'ask',
  draft: TurnDraft,
): Promise<void> {
  const call = requireCall(run, key);
  await refreshApprovals(run, [call]);
  requireHostStage(run, call, host);
  let next: ToolCall;
  if (host === 'ask') {
    await run.context.authority.ready().catch(storeUnusable);
    next = askPerson(run, withHostReason(call), draft, 'host');
  } else {
    run.permissions.settle(key, draft);
    next = start(run, call, { permission: { kind: 'gate', id: '' } }, draft);
  }
  run.outbox.add(draft);
  await run.outbox.commit();
  putDecided(run, next);
}

/** A tool that asked for approval itself may still allow its call. */
function requireHostStage({ permissions }: ActiveRun, call: ToolCall, host: 'allow' | 'ask'): void {
  if (call.stage === 'host_policy') return;
  const isAskedByHost = call.stage === 'waiting' && call.approval.asked_by === 'host';
  // A person may have decided in the meantime.
  if (isAskedByHost && host === 'allow' && permissions.isPending(call.approval)) return;
  throw new SekishoError(
    'AGENTS-E-RUN-CONFLICT',
    `The policy of ${call.tool.id} cannot decide the call ${call.key}, because the stage of the call is "${call.stage}". Apply it once, to a call with the stage "host_policy".`,
  );
}

/** Applies the stored decision about a waiting call while the run continues. Another request may have applied it already. */
async function applyApproval(run: ActiveRun, key: string, approval: HumanApprovalRequest): Promise<void> {
  const call = requireCall(run, key);
  if (call.stage !== 'waiting' || call.approval.approval_id !== approval.approval_id) return;
  const draft = new TurnDraft(run.context, run.settings);
  run.permissions.withdraw(key);
  let next: ToolCall;
  if (approval.status === 'approved')
    next = start(run, call, { permission: draft.use(call, approval) }, draft);
  else {
    next = refused(call, declined(approval.comment));
    run.counters.consecutive_refusals += 1;
  }
  run.outbox.add(draft);
  await run.outbox.commit();
  putDecided(run, next);
}

/** Returns the denial of a call whose own approval function failed, for the log. */
function failedPolicy(call: JudgedCall, cause: unknown): JudgedCall {
  const why = messageOf(cause);
  const reason = `The tool's own approval function failed, so the call does not run. ${why}`;
  process.emitWarning(`${call.tool.id}: ${reason}`, { code: 'AGENTS-E-GATE-EVAL' });
  const decision = {
    ...call.decision,
    decision: 'deny',
    reason,
    reason_ja: `ツール自身の承認関数が失敗したため、呼び出しは実行されません。原因: ${why}`,
    rule_ids: ['host.policy-failed'],
    cause,
  } as const;
  // The gate's own decision is recorded under the key of the call.
  return { ...call, key: `${call.key}:host`, decision: { ...decision, rule_ids: [...decision.rule_ids] } };
}

/** The decision of the host's own approver. Without `approve` the approval request stays pending. */
export interface HostApproval {
  readonly approve?: boolean | undefined;
  readonly reason?: string | undefined;
}

/** Returns the pending approval request of a call that the host's own approver may decide. */
export function requestForHost(run: ActiveRun, key: string): HumanApprovalRequest | undefined {
  const call = run.calls.get(key);
  return call?.stage === 'waiting' && run.permissions.mayHostDecide(call.approval)
    ? call.approval
    : undefined;
}

/**
 * Lets the host's own approver decide a pending approval request, with the same steps as a person: values that the prompt
 * does not show are read first, and the decision is stored with its MAC. The first decision counts; a later one has no
 * effect. A failure of the approver is recorded and thrown. Returns the effective decision, which is empty while the request
 * is pending.
 */
export async function requestHostApproval(
  run: ActiveRun,
  key: string,
  by: Approver,
  approver: () => Promise<HostApproval>,
): Promise<HostApproval> {
  if (run.refusal) throw run.refusal;
  const request = requestForHost(run, key);
  if (!request) return {};
  // The request is stored before it can be decided.
  await run.outbox.commit();
  const displayed = await read(run, request, by);
  const decision = await approver().catch(async (failed: unknown) => {
    await applyHostDecision(run, key, { failed });
    throw failed;
  });
  if (decision.approve === undefined || !(await store(run, request, { by, decision, displayed }))) return {};
  const status = decision.approve ? 'approved' : 'denied';
  const approval = { ...request, status, decided_by: by, comment: commentOf(decision) } as const;
  await exclusively(run, key, () => applyApproval(run, key, approval));
  return decision;
}

/** Records in the log that the host program received the complete arguments. */
async function read(
  { context }: ActiveRun,
  { approval_id, display }: HumanApprovalRequest,
  by: Approver,
): Promise<string | undefined> {
  if (display === 'complete') return undefined;
  return (await context.approvals.read(approval_id, by)).display_digest;
}

/** Stores the decision. Returns false if another decision was stored before, or the request expired. */
async function store(
  { context: { approvals, ledger } }: ActiveRun,
  { approval_id: approvalId, run_id: runId, tool_id: tool }: HumanApprovalRequest,
  how: { readonly by: Approver; readonly decision: HostApproval; readonly displayed: string | undefined },
): Promise<boolean> {
  const { by, displayed } = how;
  const decision = how.decision.approve === true ? 'approve' : 'deny';
  const details = { by, comment: commentOf(how.decision), displayed };
  try {
    const { writes } = await approvals.prepareDecision({ runId, approvalId, decision, details });
    if ((await ledger.commit(writes, [])).ok) return true;
    warn(tool, 'Another decision was stored in the meantime.');
  } catch (error) {
    if (!(error instanceof SekishoError) || error.code !== 'AGENTS-E-APPROVAL-INVALID') throw error;
    warn(tool, error.message);
  }
  return false;
}

const MAX_COMMENT = 2000;

const commentOf = ({ reason }: HostApproval) => reason?.slice(0, MAX_COMMENT);

function warn(tool: string, why: string): void {
  process.emitWarning(`The decision of onApproval about a call of ${tool} has no effect. ${why}`, {
    code: 'AGENTS-E-APPROVAL-INVALID',
  });
}
