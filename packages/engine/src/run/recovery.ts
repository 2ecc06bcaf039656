import type { OutcomeDecision } from '../approval/approval-controller.ts';
import type { DecisionDetails } from '../approval/decisions/decision.ts';
import type { EffectRecord, RunRecord } from '../store/run-record.ts';
import type { HumanApprovalRequest, ResumeToken } from '../wire/human-approval-request.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StoreWrite } from '../store/state-store.ts';
import { auditRecord, type AuditRecord } from '../audit/audit-record.ts';
import { openCall, sealCall } from '../approval/requests/sealed-call.ts';
import { openEdit } from '../approval/decisions/edit.ts';
import { outcomePrompt } from '../approval/requests/approval-prompt.ts';
import { ttlOf } from '../approval/authority/authority.ts';
import type { ActiveRun } from '../turn/active-run.ts';
import { encodeOutcome, sealContext } from '../turn/outcome.ts';
import type { ToolCall } from '../turn/tool-call.ts';
import { openContinuation, sealContinuation } from './continuation.ts';
import type { EngineContext } from '../durable/engine-context.ts';
import { approvalId as makeApprovalId } from '../turn/turn-draft.ts';

/** Ensures that a call which may have had its effect before a crash is repeated only after a decision of a person. */
export class RunRecovery {
  readonly #context: EngineContext;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /**
   * Checks a run that was just claimed, in which no other process can start a call any more. Returns the approval requests
   * about calls with an unknown outcome and suspends the run, or returns none if the run can continue.
   */
  async park(run: RunRecord): Promise<readonly HumanApprovalRequest[]> {
    const effects = await this.#context.store.getEffects(run.run_id);
    const lost = effects.filter(({ status, effect }) => status === 'started' && effect === 'destructive');
    return lost.length === 0 ? [] : this.#park(run, lost);
  }

  /** Stores that the outcome of a call of this process is unknown, and creates the request about it. */
  async ask(run: ActiveRun, call: ToolCall): Promise<HumanApprovalRequest> {
    const { store, authority } = this.#context;
    const { runId: run_id, segment, epoch } = run.settings;
    const { key: call_key, callId: tool_call_id, agentName: agent_name } = call;
    const effect = { call_key, tool_call_id, tool_id: call.tool.id, args_digest: call.argsDigest() };
    const position = { run_id, segment, epoch, agent_name };
    const [asked] = await Promise.all([store.listApprovals({ run_id, limit: 500 }), authority.ready()]);
    const request = this.#outcomeRequest(position, effect, call.argsMasked());
    const approval = this.#withCompleteCall(request, asked.rows);
    run.outbox.add({
      writes: [
        { kind: 'effect.lose', run_id, call_key },
        { kind: 'approval.create', approval },
      ],
      records: [this.#unknownRecord(approval, epoch, { active: true })],
      repeatable: false,
    });
    run.permissions.pending.push(approval);
    run.calls.put({ ...call, stage: 'waiting', approval });
    await run.outbox.commit();
    return approval;
  }

  /** Stores a person's statement about the outcome of a call. */
  async resolve(
    approvalId: string,
    decision: OutcomeDecision,
    { result, ...details }: DecisionDetails & { readonly result?: unknown },
  ): Promise<ResumeToken> {
    const { approvals } = this.#context;
    const { run_id, call_key } = await approvals.get(approvalId);
    const value = result ?? 'A person confirmed that this call was carried out before the crash.';
    const sealed = this.#context.keyring.seal(encodeOutcome({ value }), sealContext(run_id, call_key));
    const writesOf: Record<OutcomeDecision, StoreWrite[]> = {
      done: [{ kind: 'effect.settle', run_id, call_key, result: sealed }],
      retry: [{ kind: 'effect.settle', run_id, call_key, result: null }],
      abort: [],
    };
    if (!Object.hasOwn(writesOf, decision)) {
      throw new SekishoError('AGENTS-E-APPROVAL-INVALID', 'The decision must be "done", "retry" or "abort".');
    }
    return approvals.submitOutcome(approvalId, decision, details, writesOf[decision]);
  }

  async #park(run: RunRecord, lost: readonly EffectRecord[]): Promise<readonly HumanApprovalRequest[]> {
    const { keyring, ledger, authority } = this.#context;
    const { run_id, segment, epoch } = run;
    const { continuation } = openContinuation(keyring, run);
    const state = sealContinuation(keyring, { runId: run_id, segment, purpose: 'parked' }, continuation);
    const shown = await this.#argumentsOf(run_id);
    const asked = (await this.#context.store.listApprovals({ run_id, limit: 500 })).rows;
    const approvals = lost.map((effect) =>
      this.#withCompleteCall(this.#outcomeRequest(run, effect, shown.get(effect.call_key)), asked),
    );
    const writes: StoreWrite[] = [
      { kind: 'run.guard', run_id, epoch },
      ...lost.map(({ call_key }): StoreWrite => ({ kind: 'effect.lose', run_id, call_key })),
      ...approvals.map((approval): StoreWrite => ({ kind: 'approval.create', approval })),
      { kind: 'run.suspend', run_id, epoch, state },
    ];
    await authority.ready();
    const records = approvals.map((approval) => this.#unknownRecord(approval, epoch));
    const outcome = await ledger.commit(writes, records);
    if (outcome.ok) return approvals;
    throw new SekishoError('AGENTS-E-RUN-CONFLICT', `Run ${run_id} was claimed by another process.`);
  }

  #unknownRecord(
    approval: HumanApprovalRequest,
    attempt: number,
    details: Readonly<Record<string, unknown>> = {},
  ): AuditRecord {
    const { run_id, call_key: tool_call_id, approval_id, tool_id: tool } = approval;
    const mac = this.#context.authority.requestMac(approval);
    const head = { run_id, tool_call_id, event: 'tool.unknown', attempt } as const;
    return auditRecord(head, { approval_id, mac, tool, ttl_ms: ttlOf(approval), ...details });
  }

  /** Adds the complete call, with the executed arguments, if the call was approved before. */
  #withCompleteCall(
    request: HumanApprovalRequest,
    asked: readonly HumanApprovalRequest[],
  ): HumanApprovalRequest {
    const { keyring } = this.#context;
    const approved = asked.find(
      ({ kind, call_key, args_sealed }) =>
        kind === 'call' && call_key === request.call_key && args_sealed !== undefined,
    );
    if (!approved) return request;
    const { v: _version, ...call } = openCall(keyring, approved);
    const args = openEdit(keyring, approved) ?? call.args;
    return { ...request, args_sealed: sealCall(keyring, request, { ...call, args }) };
  }

  /** Returns the masked arguments of the run's calls from the log, so that a person can identify the call. */
  async #argumentsOf(runId: string): Promise<ReadonlyMap<string, string>> {
    const logs = await this.#context.store.queryLogs({ runId, event: 'gate.decision', limit: 10_000 });
    return new Map(
      logs.map(({ tool_call_id: key, data: { args } }) => [key, typeof args === 'string' ? args : '{}']),
    );
  }

  #outcomeRequest(
    run: Pick<RunRecord, 'run_id' | 'segment' | 'epoch' | 'agent_name'>,
    effect: Pick<EffectRecord, 'call_key' | 'tool_call_id' | 'tool_id' | 'args_digest'>,
    args = '{}',
  ): HumanApprovalRequest {
    const now = this.#context.clock();
    const prompt = outcomePrompt(effect.tool_id);
    const digest = `${effect.args_digest}:${run.epoch}`;
    return {
      approval_id: makeApprovalId(run.run_id, effect.call_key, digest),
      run_id: run.run_id,
      required_action: `outcome:${effect.tool_id}`,
      prompt: prompt.en,
      prompt_ja: prompt.ja,
      status: 'pending',
      kind: 'outcome',
      tool_call_id: effect.tool_call_id,
      call_key: effect.call_key,
      tool_id: effect.tool_id,
      tool_kind: 'function',
      definition_digest: '',
      agent_name: run.agent_name,
      turn: `${run.segment}`,
      risk_level: 5,
      effect: '',
      reason: prompt.en,
      args_masked: args,
      action_digest: digest,
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + this.#context.approvalTtlMs).toISOString(),
    };
  }
}
