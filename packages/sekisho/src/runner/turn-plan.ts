import {
  type GrantOffer,
  type GrantRecord,
  type HumanApprovalRequest,
  SekishoError,
  type StoreWrite,
} from '@sekisho/engine';
import {
  approvalPrompt,
  auditRecord,
  type AuditRecord,
  describeError,
  digestOf,
  editLog,
  grantOffer,
  openCall,
  sealCall,
  type StartPermission,
  ttlOf,
} from '@sekisho/engine/integration';
import type { CallVerdict, PlannedCall } from '../sdk/planned-call.ts';
import type { DecidedCall } from './decide-call.ts';
import { destinationNames, displayedCall } from './displayed-call.ts';
import { effectClass, hasEffect, isRepeatable } from './effect-class.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';

/** The consequences of a turn's decisions: verdicts for the hooks, writes for the store, records for the log. */
export class TurnPlan {
  readonly calls: PlannedCall[] = [];
  readonly writes: StoreWrite[] = [];
  readonly records: AuditRecord[] = [];
  /** Whether it contains only reads, so that an unavailable audit log need not stop the run in best-effort mode. */
  readsOnly = true;
  readonly #settings: SessionSettings;
  readonly #run: RunSettings;
  /** The permission of each call to start, by call key. */
  readonly #permissions = new Map<string, StartPermission>();

  constructor(settings: SessionSettings, run: RunSettings) {
    this.#settings = settings;
    this.#run = run;
  }

  /** The gate's decisions. Of a turn that is not executed, only they are recorded. */
  get decisions(): readonly AuditRecord[] {
    return this.records.filter(({ event }) => event === 'gate.decision');
  }

  /** Records the gate's decision about a call. */
  record(decided: DecidedCall, agentName: string): void {
    const { call, decision } = decided;
    this.#settings.debug?.('gate.decision', {
      run_id: this.#run.runId,
      tool: call.tool.id,
      call_id: call.callId,
      decision: decision.decision,
      risk_level: decision.risk_level,
      rule_ids: decision.rule_ids ?? [],
      reason: decision.reason,
    });
    this.#log('gate.decision', decided, decision.decision, {
      agent: agentName,
      args: decided.argsMasked,
      args_digest: decided.argsDigest,
      call_id: call.callId,
      ...(decision.destination === undefined ? {} : { destination: decision.destination }),
      effect: decision.effect ?? '',
      kind: call.tool.kind,
      policy: this.#run.policyVersion,
      ...(decision.cause === undefined ? {} : { error: describeError(decision.cause) }),
      reason: decision.reason,
      ...(decision.reason_ja === undefined ? {} : { reason_ja: decision.reason_ja }),
      risk_level: decision.risk_level,
      rule_ids: decision.rule_ids ?? [],
      sources: decision.sources ?? [],
      ...(decision.shadow === undefined ? {} : { shadow: decision.shadow }),
      tool: call.tool.id,
    });
  }

  /** Adds a call with its verdict. */
  add({ call, key }: DecidedCall, verdict: CallVerdict, editedArguments?: string): PlannedCall {
    const planned: PlannedCall = { ...call, key, verdict, editedArguments };
    this.calls.push(planned);
    return planned;
  }

  /** Sets the permission of a call to start. An earlier permission remains. */
  permit({ key }: DecidedCall, permission: StartPermission): void {
    if (!this.#permissions.has(key)) this.#permissions.set(key, permission);
  }

  /**
   * Adds the start of a call. The intent is written first, so that after a crash it is known that the call may have run. The
   * record names the permission, so that the verification of the log detects a start without one.
   */
  start(decided: DecidedCall, edited?: DecidedCall): void {
    const { call, key } = decided;
    const effect = effectClass(call.tool);
    if (!isRepeatable(call.tool)) this.readsOnly = false;
    const permission = this.#permissions.get(key);
    if (!permission) {
      throw new SekishoError(
        'AGENTS-E-GATE-DENIED',
        `The call ${key} of run ${this.#run.runId} has no permission to start, so it is not executed.`,
      );
    }
    // The row of the effect must exist as long as the run: without it, the call could be repeated after a crash.
    const effect_row = this.#settings.store.durable && hasEffect(call.tool);
    this.#log('tool.start', decided, '', {
      args_digest: decided.argsDigest,
      ...(edited === undefined ? {} : { edited_args_digest: edited.argsDigest }),
      effect,
      effect_row,
      permission: permission.kind,
      permission_id: permission.id,
      tool: call.tool.id,
    });
    if (!effect_row) return;
    this.writes.push({
      kind: 'effect.start',
      effect: {
        run_id: this.#run.runId,
        call_key: key,
        tool_call_id: call.callId,
        tool_id: call.tool.id,
        effect,
        args_digest: decided.argsDigest,
        epoch: this.#run.epoch,
      },
    });
  }

  /** Adds an approval request for a call. */
  ask(decided: DecidedCall, agentName: string, askedBy: 'gate' | 'host'): HumanApprovalRequest {
    const { call, key, decision, argsMasked } = decided;
    const actionDigest = decided.digest();
    const now = this.#settings.clock();
    const displayed = displayedCall(call, agentName);
    const prompt = approvalPrompt(displayed, argsMasked, decision);
    const { runId: run_id } = this.#run;
    const ids = { approval_id: approvalId(run_id, key, actionDigest), run_id };
    const approval: HumanApprovalRequest = {
      ...ids,
      required_action: prompt.action,
      prompt: prompt.en,
      prompt_ja: prompt.ja,
      status: 'pending',
      kind: 'call',
      tool_call_id: call.callId,
      call_key: key,
      tool_id: call.tool.id,
      tool_kind: call.tool.kind,
      definition_digest: call.tool.definition_digest,
      agent_name: agentName,
      turn: `${this.#run.segment}`,
      risk_level: decision.risk_level,
      effect: decision.effect ?? '',
      reason: decision.reason,
      args_masked: argsMasked,
      display: prompt.display,
      args_sealed: sealCall(this.#settings.keyring, ids, {
        ...displayed,
        display: prompt.display,
        destinations: destinationNames(decision),
      }),
      action_digest: actionDigest,
      destination: decision.destination,
      ...(askedBy === 'host' ? { asked_by: askedBy } : this.#approver()),
      grant_offer: this.#offer(decided, agentName),
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + this.#settings.approvalTtlMs).toISOString(),
    };
    this.readsOnly = false;
    this.#settings.debug?.('approval.requested', { ...ids, tool: call.tool.id, display: prompt.display });
    this.writes.push({ kind: 'approval.create', approval });
    this.#log('approval.requested', decided, 'pending', {
      approval_id: approval.approval_id,
      display: prompt.display,
      expires_at: approval.expires_at,
      mac: this.#settings.authority.requestMac(approval),
      tool: call.tool.id,
      ttl_ms: ttlOf(approval),
    });
    return approval;
  }

  /** Uses the approval of exactly this call before the call runs. */
  use(decided: DecidedCall, approval: HumanApprovalRequest): void {
    this.readsOnly = false;
    this.writes.push({
      kind: 'approval.use',
      approval_id: approval.approval_id,
      action_digest: approval.action_digest,
    });
    this.#log('approval.used', decided, 'approved', {
      approval_id: approval.approval_id,
      by: approval.decided_by?.id ?? '',
      ...this.#editOf(approval),
    });
    this.permit(decided, {
      kind: approval.kind === 'outcome' ? 'outcome' : 'approval',
      id: approval.approval_id,
    });
  }

  /** Uses a grant that covers this call before the call runs. */
  useGrant(decided: DecidedCall, { grant_id }: GrantRecord): void {
    this.readsOnly = false;
    this.writes.push({ kind: 'grant.use', grant_id });
    this.#log('grant.used', decided, 'approved', { grant_id, tool: decided.call.tool.id });
    this.permit(decided, { kind: 'grant', id: grant_id });
  }

  /** The gate's requests may need a named approver; requests of the tool's own policy may be decided by the host. */
  #approver(): Pick<HumanApprovalRequest, 'named_approver'> {
    return this.#run.profile.named_approver ? { named_approver: true } : {};
  }

  #offer({ call, coverage }: DecidedCall, agentName: string): GrantOffer | undefined {
    const covered = coverage();
    if (!covered) return undefined;
    const digest = this.#settings.keyring.digest(covered.text);
    return grantOffer({ agentName, toolId: call.tool.id, mayDiffer: covered.mayDiffer, digest });
  }

  #editOf(approval: HumanApprovalRequest): Readonly<Record<string, string>> {
    const { keyring } = this.#settings;
    // Requests of version 0.1 do not contain the complete call.
    const { edited_args: edited, args_sealed: sealed } = approval;
    const before = edited === undefined || sealed === undefined ? null : openCall(keyring, approval).args;
    return editLog(keyring, approval, before);
  }

  #log(
    event: AuditRecord['event'],
    { key }: DecidedCall,
    decision: string,
    details: Record<string, unknown>,
  ): void {
    // A request that is repeated after a crash is the same request. Decisions and starts are recorded for each process.
    const attempt = event === 'approval.requested' ? this.#run.segment : this.#run.epoch;
    const head = { run_id: this.#run.runId, tool_call_id: key, event, attempt, decision };
    this.records.push(auditRecord(head, details));
  }
}

/** Returns the id of an approval request. It is the same after a crash, so that the same request is not created twice. */
export const approvalId = (runId: string, key: string, digest: string) =>
  `ap_${digestOf([runId, key, digest]).slice(0, 32)}`;
