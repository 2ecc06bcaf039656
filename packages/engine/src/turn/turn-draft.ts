import { editLog } from '../approval/decisions/edit.ts';
import { approvalPrompt } from '../approval/requests/approval-prompt.ts';
import { ttlOf } from '../approval/authority/authority.ts';
import { grantOffer } from '../approval/decisions/grants.ts';
import { PLAN_NOTES } from '../approval/requests/plan-note.ts';
import type { StandingPermission } from '../approval/permissions/standing-permissions.ts';
import { openCall, sealCall } from '../approval/requests/sealed-call.ts';
import { auditRecord, lateAuditRecord, type AuditRecord } from '../audit/audit-record.ts';
import { describeError } from '../audit/describe-error.ts';
import { digestOf } from '../checks/digest.ts';
import type { EngineContext, RunSettings } from '../durable/engine-context.ts';
import type { Batch } from '../durable/outbox.ts';
import { withLateFacts } from '../gate/replay/evaluate-recorded.ts';
import type { GrantRecord } from '../store/run-record.ts';
import type { StoreWrite } from '../store/state-store.ts';
import type { GrantOffer, HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { StartPermission } from '../wire/execution-log.ts';
import { valueOffer } from './approved-values.ts';
import { destinationNames, displayedCall } from './displayed-call.ts';
import { effectClass, hasEffect, isRepeatable } from './effect-class.ts';
import type { JudgedCall } from './tool-call.ts';

type Details = Readonly<Record<string, unknown>>;

/** The writes and records of a turn's decisions, until they are committed together. */
export class TurnDraft implements Batch {
  readonly writes: StoreWrite[] = [];
  readonly records: AuditRecord[] = [];
  /** Whether it contains only repeatable reads, so that its commit may be delayed. */
  repeatable = true;
  readonly #context: EngineContext;
  readonly #run: RunSettings;

  constructor(context: EngineContext, run: RunSettings) {
    this.#context = context;
    this.#run = run;
  }

  /** The gate's decisions. Of a turn that is not executed, only they are recorded. */
  get decisions(): readonly AuditRecord[] {
    return this.records.filter(({ event }) => event === 'gate.decision');
  }

  /** Records the gate's decision about a call. Each changed decision about a waiting call has a record of its own. */
  record(call: JudgedCall): void {
    const { key, callId, tool, decision, logged, marks, agentName, argsMasked, argsDigest } = call;
    const isChanged = logged !== undefined && logged.changes > 0;
    this.#context.debug?.('gate.decision', {
      run_id: this.#run.runId,
      tool: tool.id,
      call_id: callId,
      decision: decision.decision,
      risk_level: decision.risk_level,
      rule_ids: decision.rule_ids ?? [],
      reason: decision.reason,
    });
    const policy = this.#run.policyVersion;
    const error = decision.cause === undefined ? {} : { error: describeError(decision.cause) };
    const ownKey = isChanged ? `${key}:again${logged.changes}` : key;
    this.#log('gate.decision', ownKey, decision.decision, () => ({
      agent: agentName,
      args: argsMasked(),
      args_digest: argsDigest(),
      call_id: callId,
      ...(isChanged ? { call_key: key } : {}),
      ...(decision.destination === undefined ? {} : { destination: decision.destination }),
      effect: decision.effect ?? '',
      ...(decision.facts === undefined
        ? {}
        : { facts: marks ? withLateFacts(decision.facts, marks) : decision.facts }),
      kind: tool.kind,
      policy,
      ...error,
      reason: decision.reason,
      ...(decision.reason_ja === undefined ? {} : { reason_ja: decision.reason_ja }),
      risk_level: decision.risk_level,
      ...(decision.plan === undefined ? {} : { plan: decision.plan }),
      rule_ids: decision.rule_ids ?? [],
      sources: decision.sources ?? [],
      ...(decision.shadow === undefined ? {} : { shadow: decision.shadow }),
      tool: tool.id,
    }));
  }

  /**
   * Adds the start of a call. The intent is written first, so that after a crash it is known that the call may have run. The
   * record names the permission, so that the verification of the log detects a start without one.
   */
  start(call: JudgedCall, permission: StartPermission, editedArguments: string | undefined): void {
    const { key, callId, tool, argsDigest } = call;
    const { keyring } = this.#context;
    const effect = effectClass(tool);
    if (!isRepeatable(tool)) this.repeatable = false;
    // The row of the effect must exist as long as the run: without it, the call could be repeated after a crash.
    const effect_row = this.#context.store.durable && hasEffect(tool);
    this.#log('tool.start', key, '', () => ({
      args_digest: argsDigest(),
      ...(editedArguments === undefined ? {} : { edited_args_digest: keyring.digest(editedArguments) }),
      effect,
      effect_row,
      permission: permission.kind,
      permission_id: permission.id,
      tool: tool.id,
    }));
    if (!effect_row) return;
    const { runId: run_id, epoch } = this.#run;
    const args_digest = argsDigest();
    const row = { run_id, call_key: key, tool_call_id: callId, tool_id: tool.id, effect, args_digest, epoch };
    this.writes.push({ kind: 'effect.start', effect: row });
  }

  /** Adds an approval request for a call. `Authority.ready()` must have been awaited. */
  ask(call: JudgedCall, askedBy: 'gate' | 'host'): HumanApprovalRequest {
    const { key, callId, tool, decision, agentName } = call;
    const argsMasked = call.argsMasked();
    const action_digest = call.actionDigest();
    const now = this.#context.clock();
    const displayed = displayedCall(call, agentName);
    const offer = askedBy === 'gate' ? valueOffer(call, this.#run.profile) : undefined;
    const prompt = approvalPrompt(displayed, argsMasked, decision, offer);
    const { runId: run_id } = this.#run;
    const ids = { approval_id: approvalId(run_id, key, action_digest), run_id };
    const approval: HumanApprovalRequest = {
      ...ids,
      required_action: prompt.action,
      prompt: prompt.en,
      prompt_ja: prompt.ja,
      status: 'pending',
      kind: 'call',
      tool_call_id: callId,
      call_key: key,
      tool_id: tool.id,
      tool_kind: tool.kind,
      definition_digest: tool.definition_digest,
      agent_name: agentName,
      turn: `${this.#run.segment}`,
      risk_level: decision.risk_level,
      effect: decision.effect ?? '',
      reason: decision.reason,
      args_masked: argsMasked,
      display: prompt.display,
      args_sealed: sealCall(this.#context.keyring, ids, {
        ...displayed,
        display: prompt.display,
        destinations: destinationNames(decision),
      }),
      action_digest,
      destination: decision.destination,
      ...(askedBy === 'host' ? { asked_by: askedBy } : this.#approver()),
      grant_offer: this.#offer(call),
      ...(decision.plan === undefined ? {} : { plan: PLAN_NOTES[decision.plan] }),
      ...(offer && prompt.display !== 'blocked' ? { value_offer: offer } : {}),
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + this.#context.approvalTtlMs).toISOString(),
    };
    this.repeatable = false;
    this.#context.debug?.('approval.requested', { ...ids, tool: tool.id, display: prompt.display });
    this.writes.push({ kind: 'approval.create', approval });
    this.#log('approval.requested', key, 'pending', {
      approval_id: approval.approval_id,
      display: prompt.display,
      expires_at: approval.expires_at,
      mac: this.#context.authority.requestMac(approval),
      tool: tool.id,
      ttl_ms: ttlOf(approval),
    });
    return approval;
  }

  /** Cancels a request that needs no decision any more. If it was decided at the same time, the commit fails. */
  cancel({ approval_id, run_id, action_digest }: HumanApprovalRequest): void {
    const to = 'cancelled';
    const mac = this.#context.authority.decisionMac({ run_id, approval_id, action_digest, to });
    const head = { run_id, event: 'approval.cancelled', attempt: this.#run.segment, decision: to } as const;
    this.repeatable = false;
    this.writes.push({ kind: 'approval.decide', approval_id, to, by: null });
    this.records.push(auditRecord({ ...head, tool_call_id: approval_id }, { approval_id, mac }));
  }

  /** Spends the approval of exactly this call before the call runs. */
  use({ key }: JudgedCall, approval: HumanApprovalRequest): StartPermission {
    const { approval_id: id, action_digest, decided_by, kind } = approval;
    this.repeatable = false;
    this.writes.push({ kind: 'approval.use', approval_id: id, action_digest });
    this.#log('approval.used', key, 'approved', {
      approval_id: id,
      by: decided_by?.id ?? '',
      ...this.#editOf(approval),
    });
    return { kind: kind === 'outcome' ? 'outcome' : 'approval', id };
  }

  /** Spends a grant that covers this call before the call runs. */
  useGrant({ key, tool }: JudgedCall, { grant_id: id }: GrantRecord): StartPermission {
    this.repeatable = false;
    this.writes.push({ kind: 'grant.use', grant_id: id });
    this.#log('grant.used', key, 'approved', { grant_id: id, tool: tool.id });
    return { kind: 'grant', id };
  }

  /** Records the use of a standing permission before the call runs: in this run, and for the count of all runs. */
  useStanding({ key, tool }: JudgedCall, permission: StandingPermission): StartPermission {
    const { permission_id: id, owner } = permission;
    this.repeatable = false;
    this.#log('permission.used', key, 'approved', { permission_id: id, owner, tool: tool.id });
    this.records.push(this.#context.permissions.useRecord(permission, { runId: this.#run.runId, key }));
    return { kind: 'standing', id };
  }

  /** Records that the reviewer allowed the call, before it runs. */
  useReview({ key, tool }: JudgedCall, reason: string): StartPermission {
    this.repeatable = false;
    this.#log('review.allowed', key, 'approved', { permission_id: key, reason, tool: tool.id });
    return { kind: 'review', id: key };
  }

  /** The gate's requests may need a named approver; requests of the tool's own policy may be decided by the host. */
  #approver(): Pick<HumanApprovalRequest, 'named_approver'> {
    return this.#run.profile.named_approver ? { named_approver: true } : {};
  }

  #offer({ tool, agentName, coverage }: JudgedCall): GrantOffer | undefined {
    const covered = coverage();
    if (!covered) return undefined;
    const { keyring } = this.#context;
    return grantOffer({
      agentName,
      toolId: tool.id,
      mayDiffer: covered.mayDiffer,
      digest: keyring.digest(covered.text),
      patterns: covered.patterns.map((each) => ({ ...each, digest: keyring.digest(each.text) })),
    });
  }

  #editOf(approval: HumanApprovalRequest): Readonly<Record<string, string>> {
    const { keyring } = this.#context;
    // Requests of version 0.1 do not contain the complete call.
    const { edited_args: edited, args_sealed: sealed } = approval;
    const before = edited === undefined || sealed === undefined ? null : openCall(keyring, approval).args;
    return editLog(keyring, approval, before);
  }

  #log(event: AuditRecord['event'], key: string, decision: string, details: Details | (() => Details)): void {
    // A request that is repeated after a crash is the same request. Decisions and starts are recorded for each process.
    const attempt = event === 'approval.requested' ? this.#run.segment : this.#run.epoch;
    const head = { run_id: this.#run.runId, tool_call_id: key, event, attempt, decision };
    this.records.push(
      typeof details === 'function' ? lateAuditRecord(head, details) : auditRecord(head, details),
    );
  }
}

/** Returns the id of an approval request. It is the same after a crash, so that the same request is not created twice. */
export const approvalId = (runId: string, key: string, digest: string) =>
  `ap_${digestOf([runId, key, digest]).slice(0, 32)}`;
