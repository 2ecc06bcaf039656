import type { CallDecision } from '../approval/decisions/decision.ts';
import type { ApprovalController } from '../approval/approval-controller.ts';
import { isUsableToken } from '../approval/authority/check-tokens.ts';
import {
  changedRepeatedly,
  MAX_ROUNDS,
  requireVerifiedRun,
  type VerifiedRun,
} from '../approval/authority/require-verified-run.ts';
import type { RunRecords } from '../approval/authority/run-records.ts';
import { hashResumeToken, runOfToken } from '../approval/decisions/resume-token.ts';
import { auditRecord } from '../audit/audit-record.ts';
import type { EngineContext, RunSettings } from '../durable/engine-context.ts';
import type { Batch } from '../durable/outbox.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { QUEUE_OWNER, type RunRecord, type StepRecord } from '../store/run-record.ts';
import { withDecisions } from '../store/decided-approval.ts';
import type { StoreWrite } from '../store/state-store.ts';
import { ActiveRun } from '../turn/active-run.ts';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import { openContinuation, type Continuation } from './continuation.ts';
import type { RunEnds } from './end-run.ts';
import type { PolicyResolver } from './policy-resolver.ts';
import type { RunRecovery } from './recovery.ts';
import { badToken, RefusedTokens } from './refused-tokens.ts';
import type { RunLifecycle } from './run-lifecycle.ts';
import type { RunOwnership } from './run-ownership.ts';
import { resumedRun } from './run-settings.ts';
import type { WaitingRuns } from './waiting-runs.ts';

/** A suspended run and the writes that entitle a process to resume it. */
export interface Claim {
  readonly run: RunRecord;
  readonly entitlement: readonly StoreWrite[];
  /** The used token or the decided request, for the record. */
  readonly by?: { readonly token_hash: string } | { readonly approval_id: string } | undefined;
  /** The rows of the run, if they were verified to prepare the claim. */
  readonly verified?: VerifiedRun | undefined;
}

/** A claimed run and the state from which it resumes. */
export interface ClaimedRun {
  readonly settings: RunSettings;
  readonly continuation: Continuation;
  /** Whether the segment is new, so that no part of it was executed before. */
  readonly isNew: boolean;
  /** The audit records of the run at the time of the claim. */
  readonly records: RunRecords;
  /** The verified rows of the run, if the claim proved that the audit log has no newer record. */
  readonly rows?: Pick<VerifiedRun, 'approvals' | 'effects'> | undefined;
  /** The claim, if it is stored with the first commit of the resumed run. */
  readonly deferred?: DeferredClaim | undefined;
}

/** A claim that is not stored yet. */
interface DeferredClaim {
  readonly run: RunRecord;
  readonly batch: Batch;
  /** Whether the claim was refused because the audit log has newer records of the run. Then it can be tried again. */
  isStale: boolean;
}

/** A run that waits for a worker. */
export type QueuedRun = Pick<RunSettings, 'runId' | 'segment'>;

/** Claims runs: the entitlement is used and the run receives its new owner in one transaction. */
export class RunClaims {
  readonly #context: EngineContext;
  readonly #waiting: WaitingRuns;
  readonly #refused: RefusedTokens;
  readonly #lifecycle: RunLifecycle;
  readonly #ends: RunEnds;
  readonly #ownership: RunOwnership;
  readonly #policies: PolicyResolver;
  readonly #recovery: RunRecovery;
  readonly #approvals: ApprovalController;

  constructor(parts: {
    context: EngineContext;
    waiting: WaitingRuns;
    lifecycle: RunLifecycle;
    ends: RunEnds;
    ownership: RunOwnership;
    policies: PolicyResolver;
    recovery: RunRecovery;
  }) {
    this.#context = parts.context;
    this.#waiting = parts.waiting;
    this.#refused = new RefusedTokens(parts.context.store);
    this.#lifecycle = parts.lifecycle;
    this.#ends = parts.ends;
    this.#ownership = parts.ownership;
    this.#policies = parts.policies;
    this.#recovery = parts.recovery;
    this.#approvals = parts.context.approvals;
  }

  /** Prepares a claim with the token of a decision. */
  async byToken(token: string, expected?: string): Promise<Claim> {
    const runId = runOfToken(token);
    if (runId === undefined) throw badToken('This is not a resume token.');
    if (expected !== undefined && expected !== runId) throw badToken(`The token is not for run ${expected}.`);
    const run = await this.#waiting.find(runId);
    const token_hash = hashResumeToken(token, run.segment);
    await this.#refused.require(runId, token_hash);
    return { run, entitlement: [{ kind: 'token.use', token_hash, run_id: runId }], by: { token_hash } };
  }

  /** Prepares a claim with a decision that is stored in the same transaction. */
  async byDecision(decision: CallDecision): Promise<Claim> {
    const { writes: entitlement, verified } = await this.#approvals.prepareDecision(decision);
    const by = { approval_id: decision.approvalId };
    if (verified.run?.status === 'suspended') return { run: verified.run, entitlement, by, verified };
    const run = await this.#waiting
      .find(decision.runId, decision.approvalId)
      .catch(async (error: unknown) => {
        // If the request was decided in the meantime, that error is reported instead of the conflict.
        await this.#approvals.prepareDecision(decision);
        throw error;
      });
    return { run, entitlement, by };
  }

  /** Returns the run of a claim, if this process may execute it. `requireAgent` throws when its agent is unknown. */
  async requireOwn(claim: Claim, requireAgent: (agentName: string) => void): Promise<Claim> {
    // Checked before the claim: a process of another application, or without the agent, must not claim the run.
    const run = await this.#ownership.require(claim.run);
    await this.#context.stops.requireStarted(run.agent_name);
    requireAgent(run.agent_name);
    return { ...claim, run };
  }

  /**
   * Claims a suspended run for this process. With `mayDefer` the claim is stored with the first commit of the resumed run, if
   * the store can prove that the run did not change in between.
   */
  async claim(claim: Claim, { mayDefer = false } = {}): Promise<ClaimedRun> {
    const { continuation, parked } = openContinuation(this.#context.keyring, claim.run);
    if (parked) await this.#waiting.requireOutcomes(claim.run.run_id);
    // A new grant may cover another call of the turn, so it must be stored before the calls are decided.
    const defers = mayDefer && !parked && !claim.entitlement.some(({ kind }) => kind === 'grant.give');
    return this.#claimAt(claim, continuation, { parked, defers });
  }

  /** Queues a run. Any process may queue it, but only processes of its application claim it from the queue. */
  async queue(claim: Claim): Promise<QueuedRun> {
    const { run } = claim;
    const { parked } = openContinuation(this.#context.keyring, run);
    if (parked) await this.#waiting.requireOutcomes(run.run_id);
    await this.#commit(claim, { parked, owner: QUEUE_OWNER });
    return { runId: run.run_id, segment: run.segment + (parked ? 0 : 1) };
  }

  /**
   * Claims an orphaned run at the epoch at which it was found; a later claim at that epoch is rejected. If a call may have had
   * its effect before the crash, the run is suspended again, and a person has to decide first.
   */
  async claimOrphaned(
    found: RunRecord,
  ): Promise<ClaimedRun | { readonly asked: readonly HumanApprovalRequest[] }> {
    const run = await this.#ownership.require(found);
    const { continuation } = openContinuation(this.#context.keyring, run);
    const claimed = await this.#claimAt({ run, entitlement: [] }, continuation, { parked: true });
    const own = { ...run, epoch: claimed.settings.epoch, owner: this.#lifecycle.owner };
    const asked = await this.#recovery.park(own).catch((error: unknown) => this.release(claimed, error));
    return asked.length > 0 ? { asked } : { ...claimed, rows: undefined };
  }

  /** Loads the progress of a claimed run. A run whose rows were changed ends; after any other failure it is released. */
  async load(claimed: ClaimedRun, settings = claimed.settings): Promise<LoadedRun> {
    const { store, authority } = this.#context;
    const { runId, segment } = settings;
    try {
      // The rows must match the audit log at a time when no other process can resume the run: in the transaction of the
      // claim, or after it.
      const [steps, { effects, approvals }] = await Promise.all([
        claimed.isNew ? NO_STEPS : store.getSteps(runId, segment),
        claimed.rows ?? requireVerifiedRun(authority, runId, claimed.records),
      ]);
      const recovered = { steps, effects, approvals, records: claimed.records };
      const run = new ActiveRun(this.#context, settings, recovered);
      if (claimed.deferred) this.#defer(run, claimed.deferred);
      return { run, approvals };
    } catch (error) {
      if (!(error instanceof SekishoError) || error.code !== 'AGENTS-E-AUTHORITY')
        return this.release(claimed, error);
      const run = new ActiveRun(this.#context, settings, { steps: [], effects: [], approvals: [] });
      await this.#ends.fail(run, 'failed', error);
      throw error;
    }
  }

  /** Releases a claimed run that could not start, and throws the error. */
  async release({ settings }: Pick<ClaimedRun, 'settings'>, error: unknown): Promise<never> {
    await this.#ends.release(settings, error);
    throw error;
  }

  async #claimAt(
    claim: Claim,
    continuation: Continuation,
    { parked, defers = false }: { readonly parked: boolean; readonly defers?: boolean },
  ): Promise<ClaimedRun> {
    const { run } = claim;
    const { authority, clock } = this.#context;
    const segment = run.segment + (parked ? 0 : 1);
    const settings = await resumedRun(run, segment, continuation, this.#policies, this.#context);
    const found = claim.verified ?? (await requireVerifiedRun(authority, run.run_id));
    const how = { parked, owner: this.#lifecycle.owner };
    const deferred =
      defers && found.guard
        ? { run, batch: await this.#batch(claim, found, how), isStale: false }
        : undefined;
    const verified = deferred ? found : await this.#commit({ ...claim, verified: found }, how);
    const { records, guard, approvals, effects } = verified;
    const decided = withDecisions(approvals, claim.entitlement, clock());
    const rows = guard && { approvals: decided, effects };
    return { continuation, isNew: !parked, settings, records, rows, deferred };
  }

  /** Adds the claim to the first commit of the run. */
  #defer({ outbox }: ActiveRun, deferred: DeferredClaim): void {
    const { run, batch } = deferred;
    outbox.claim(batch, async (failed) => {
      deferred.isStale = failed.kind === 'log.guard';
      return deferred.isStale ? changedRepeatedly(run.run_id) : this.#refused.reasonOf(run, failed);
    });
  }

  /**
   * Commits the claim for this owner, if the audit log confirms everything that the run relies on. A parked run repeats its
   * segment; any other run starts the next one. Returns the rows before the claim.
   */
  async #commit(claim: Claim, how: ClaimMode): Promise<VerifiedRun> {
    const { run_id } = claim.run;
    const { authority } = this.#context;
    let verified = claim.verified ?? (await requireVerifiedRun(authority, run_id));
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      if (await this.#tryCommit(claim, verified, how)) return verified;
      verified = await requireVerifiedRun(authority, run_id);
    }
    throw changedRepeatedly(run_id);
  }

  /** Returns false when the audit log has newer records of the run. Throws when the run cannot be claimed. */
  async #tryCommit(claim: Claim, verified: VerifiedRun, how: ClaimMode): Promise<boolean> {
    const { run_id, epoch } = claim.run;
    const { writes, records } = await this.#batch(claim, verified, how);
    // A commit without a response may have been stored, and then this process is the owner.
    const outcome = await this.#context.ledger
      .commit(writes, records, { runId: run_id })
      .catch(async (error: unknown): Promise<never> => {
        await this.#ends.release({ runId: run_id, epoch: epoch + 1 }, error);
        throw error;
      });
    if (outcome.ok) return true;
    const failed = writes[outcome.failed];
    if (failed?.kind === 'log.guard') return false;
    throw await this.#refused.reasonOf(claim.run, failed);
  }

  /** Returns the writes of a claim. Throws when its token cannot be used. */
  async #batch(
    { run, entitlement, by }: Claim,
    { records: known, guard }: VerifiedRun,
    { parked, owner }: ClaimMode,
  ): Promise<Batch> {
    const { run_id, epoch } = run;
    if (by && 'token_hash' in by && !(await isUsableToken(by.token_hash, known, this.#context.authority)))
      throw await this.#refused.reasonOf(run, entitlement[0]);
    const head = parked
      ? ({ event: 'run.recovered', attempt: epoch } as const)
      : ({ event: 'run.resumed', attempt: run.segment + 1 } as const);
    const records = [auditRecord({ run_id, ...head }, { owner, ...by })];
    const claim = this.#lifecycle.claim(run, parked ? 0 : 1, owner);
    return { writes: [...(guard ? [guard] : []), ...entitlement, ...claim], records, repeatable: false };
  }
}

/** A parked run repeats its segment. */
interface ClaimMode {
  readonly parked: boolean;
  readonly owner: string;
}

/** A claimed run with the approvals that were loaded with it. */
export interface LoadedRun {
  readonly run: ActiveRun;
  readonly approvals: readonly HumanApprovalRequest[];
}

const NO_STEPS: readonly StepRecord[] = [];
