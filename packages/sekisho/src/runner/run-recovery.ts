import type {
  ApprovalController,
  DecisionDetails,
  OutcomeDecision,
} from '../approval/approval-controller.ts';
import { outcomePrompt } from '../approval/approval-prompt.ts';
import { auditRecord } from '../audit/audit-record.ts';
import type { HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import type { EffectRecord, RunRecord } from '../contracts/run-record.ts';
import type { ResumeToken } from '../contracts/resume-token.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StoreWrite } from '../store/state-store.ts';
import { encodeOutcome } from './recorded-value.ts';
import type { RunLifecycle } from './run-lifecycle.ts';
import { openContinuation, sealContinuation } from './sealed-state.ts';
import type { SessionSettings } from './session-settings.ts';
import { approvalId as makeApprovalId } from './turn-plan.ts';

/** What became of one abandoned run: it can go on at once, or a person has to say what happened to a call first. */
export type RecoveryStep =
  | { readonly kind: 'continue'; readonly run: RunRecord }
  | { readonly kind: 'ask'; readonly run_id: string; readonly approvals: readonly HumanApprovalRequest[] };

/** Finds runs whose process died, and never repeats a call that may have had its effect. */
export class RunRecovery {
  readonly #settings: SessionSettings;
  readonly #lifecycle: RunLifecycle;

  constructor(settings: SessionSettings, lifecycle: RunLifecycle) {
    this.#settings = settings;
    this.#lifecycle = lifecycle;
  }

  async next(limit: number): Promise<RecoveryStep[]> {
    const steps: RecoveryStep[] = [];
    for (const run of await this.#settings.store.listAbandonedRuns(limit)) {
      const step = await this.look(run);
      if (step) steps.push(step);
    }
    return steps;
  }

  /** What to do about one run whose process is gone; undefined when another process was faster. */
  async look(run: RunRecord): Promise<RecoveryStep | undefined> {
    const effects = await this.#settings.store.getEffects(run.run_id);
    const lost = effects.filter(({ status, effect }) => status === 'started' && effect === 'destructive');
    if (lost.length === 0) return { kind: 'continue', run };
    const approvals = await this.#park(run, lost);
    return approvals && { kind: 'ask', run_id: run.run_id, approvals };
  }

  /** A person says what became of a call. */
  async resolve(
    approvalId: string,
    decision: OutcomeDecision,
    { result, ...details }: DecisionDetails & { readonly result?: unknown },
    approvals: ApprovalController,
  ): Promise<ResumeToken> {
    const { run_id, call_key } = await approvals.get(approvalId);
    const told = result ?? 'A person confirmed that this call was carried out before the crash.';
    const sealed = this.#settings.keyring.seal(
      encodeOutcome({ value: told }),
      `effect:${run_id}:${call_key}`,
    );
    const settle: Record<OutcomeDecision, StoreWrite[]> = {
      done: [{ kind: 'effect.settle', run_id, call_key, result: sealed }],
      retry: [{ kind: 'effect.settle', run_id, call_key, result: null }],
      abort: [],
    };
    if (!Object.hasOwn(settle, decision)) {
      throw new SekishoError('AGENTS-E-APPROVAL-INVALID', 'Say "done", "retry" or "abort".');
    }
    return approvals.submitOutcome(approvalId, decision, details, settle[decision]);
  }

  /** Puts the run to wait for a person; undefined when another process was faster. */
  async #park(run: RunRecord, lost: readonly EffectRecord[]): Promise<HumanApprovalRequest[] | undefined> {
    const { keyring, ledger } = this.#settings;
    const { run_id, segment, epoch } = run;
    const { continuation } = openContinuation(keyring, run);
    const state = sealContinuation(keyring, { runId: run_id, segment, purpose: 'parked' }, continuation);
    const approvals = lost.map((effect) => this.#question(run, effect));
    const writes: StoreWrite[] = [
      ...this.#lifecycle.claim(run, 0),
      ...lost.map(({ call_key }): StoreWrite => ({ kind: 'effect.lose', run_id, call_key })),
      ...approvals.map((approval): StoreWrite => ({ kind: 'approval.create', approval })),
      { kind: 'run.suspend', run_id, epoch: epoch + 1, state },
    ];
    const records = lost.map(({ call_key, tool_id }) =>
      auditRecord(
        { run_id, tool_call_id: call_key, event: 'tool.unknown', attempt: epoch },
        { tool: tool_id },
      ),
    );
    const outcome = await ledger.commit(writes, records);
    return outcome.ok ? approvals : undefined;
  }

  #question(run: RunRecord, effect: EffectRecord): HumanApprovalRequest {
    const now = this.#settings.clock();
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
      args_masked: '{}',
      action_digest: digest,
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + this.#settings.approvalTtlMs).toISOString(),
    };
  }
}
