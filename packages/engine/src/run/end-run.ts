import { setTimeout as sleep } from 'node:timers/promises';
import { auditRecord, lateAuditRecord } from '../audit/audit-record.ts';
import { describeError, messageOf } from '../audit/describe-error.ts';
import type { EngineContext, RunAttempt } from '../durable/engine-context.ts';
import { isStoreFailure } from '../durable/store-failure.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { QUEUE_OWNER, type RunStatus } from '../store/run-record.ts';
import type { StoreWrite } from '../store/state-store.ts';
import type { ActiveRun } from '../turn/active-run.ts';
import { markNotStarted } from '../turn/execute-once.ts';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import { sealContinuation, type Continuation } from './continuation.ts';

type Details = Readonly<Record<string, unknown>>;
type EndStatus = Exclude<RunStatus, 'running' | 'suspended'>;

/** Stores the end of runs and their waits. Each is one commit with everything that the run has not stored yet. */
export class RunEnds {
  readonly #context: EngineContext;
  readonly #owner: string;

  constructor(context: EngineContext, owner: string) {
    this.#context = context;
    this.#owner = owner;
  }

  /** Suspends a run until a person decides. */
  async suspend(run: ActiveRun, continuation: Continuation, details: Details = {}): Promise<void> {
    const { runId, segment, epoch } = run.settings;
    const { keyring, application, store } = this.#context;
    const binding = { runId, segment, purpose: 'state' } as const;
    const whole = { ...continuation, application, plan: run.plan.current };
    const state = sealContinuation(keyring, binding, whole, { staysInMemory: !store.durable });
    const write: StoreWrite = { kind: 'run.suspend', run_id: runId, epoch, state };
    const approvals = run.permissions.pending.map(({ approval_id: id }) => id);
    const data = { ...details, approvals, ...closeCalls(run) };
    const rest = await this.#drain(run);
    await this.#commit(run, [...rest.writes, write], { event: 'run.suspended', data });
  }

  /** Stores the end of a run. While the store is unavailable, this is repeated in the background. */
  async finish(run: ActiveRun, status: EndStatus, details: Details = {}): Promise<void> {
    const end = () => this.#finish(run, status, details);
    if (!(await end())) void this.#retryLater(end, run);
  }

  /** Stores the end of a run that cannot continue. While the store is unavailable, this is repeated in the background. */
  async fail(run: ActiveRun, status: 'denied' | 'failed', error: unknown): Promise<void> {
    const claim = await run.outbox.claimOutcome();
    // Another process may own the run under the same epoch.
    if (claim === 'refused') return;
    if (claim === 'unknown') return this.release(run.settings, error);
    const reason = messageOf(error);
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    const details = { reason, ...(cause === undefined ? {} : { error: describeError(cause) }) };
    let isStoreUnavailable = isStoreFailure(error);
    const end = async () => {
      if (!isStoreUnavailable || !(await this.#hasLostCall(run))) return this.#finish(run, status, details);
      await this.#release(run.settings, reason);
      return true;
    };
    try {
      if (await end()) return;
    } catch (failure) {
      // The process that claimed the run stores its end. The caller receives the error that stopped this process.
      if (!(failure instanceof SekishoError)) throw failure;
      if (!isStoreFailure(failure)) return;
      isStoreUnavailable = true;
    }
    void this.#retryLater(end, run);
  }

  /** Stores everything that the run has not stored yet, and releases it, so that another process can continue it. */
  async handOver(run: ActiveRun): Promise<void> {
    closeCalls(run);
    await run.idle();
    const { writes, records, repeatable, failure } = await run.outbox.end();
    if (failure) throw failure.error;
    const options = { readsOnly: repeatable, mode: run.settings.auditMode };
    const outcome = await this.#context.ledger.commit(writes, records, options);
    if (!outcome.ok) throw conflict(run.settings.runId);
    await this.#release(run.settings, 'The process closed the run.');
  }

  /** Releases a run that this process owns but could not start, so that another process can claim it. */
  async release(run: RunAttempt, error: unknown): Promise<void> {
    const end = async () => {
      await this.#release(run, messageOf(error));
      return true;
    };
    await end().catch(() => void this.#retryLater(end));
  }

  /** Returns false when the store is unavailable and only reads depend on the end. */
  async #finish(run: ActiveRun, status: EndStatus, details: Details): Promise<boolean> {
    const { runId, epoch, segment } = run.settings;
    const event = status === 'done' ? 'run.finished' : status === 'denied' ? 'run.denied' : 'run.failed';
    const write: StoreWrite = { kind: 'run.finish', run_id: runId, epoch, status };
    const { pending, hadPending } = run.permissions;
    const open = hadPending || pending.length > 0 ? await this.#pendingRequests(runId) : [];
    const active = closeCalls(run);
    const rest = await this.#drain(run, status === 'done');
    // These requests are created in the same transaction as the end.
    for (const each of rest.writes) if (each.kind === 'approval.create') open.push(each.approval);
    const cancelled = open.length === 0 ? {} : { cancelled: open.map(({ approval_id: id }) => id) };
    const repeatable = rest.repeatable && pending.length === 0;
    let isStored = false;
    try {
      const data = { ...details, ...active, ...cancelled };
      isStored = await this.#commit(run, [...rest.writes, write], { event, data, repeatable });
    } finally {
      // Writes that could not be stored with the end are repeated with the next attempt.
      if (!isStored) run.outbox.requeue(rest.writes);
    }
    if (isStored) await this.#cancel(open, runId, segment);
    return isStored;
  }

  /** Cancels open requests. One by one and after the end: a decision at the same time is too late, but must not fail. */
  async #cancel(open: readonly HumanApprovalRequest[], run_id: string, attempt: number): Promise<void> {
    const { authority, ledger } = this.#context;
    if (open.length > 0) await authority.ready();
    for (const { approval_id, action_digest } of open) {
      const to = 'cancelled';
      const mac = authority.decisionMac({ run_id, approval_id, action_digest, to });
      const head = { run_id, event: 'approval.cancelled', attempt } as const;
      const record = auditRecord({ ...head, tool_call_id: approval_id, decision: to }, { approval_id, mac });
      await ledger.commit([{ kind: 'approval.decide', approval_id, to, by: null }], [record]);
    }
  }

  /** Releases a run as if this process had died: the next owner treats calls without an end as unknown outcomes. */
  async #release({ runId: run_id, epoch }: RunAttempt, reason: string): Promise<void> {
    const { store, ledger } = this.#context;
    // If the claim of this process was not stored, another process may have made a claim with the same epoch.
    const run = await store.getRun(run_id).catch(unreadable(`the owner of run ${run_id}`));
    if (run?.owner !== this.#owner) return;
    const claim = {
      kind: 'run.claim',
      run_id,
      from: 'running',
      epoch,
      advance: 0,
      owner: QUEUE_OWNER,
    } as const;
    const head = { run_id, event: 'run.recovered', attempt: epoch } as const;
    // If the condition fails, another process is already the owner.
    await ledger.commit([claim], [auditRecord(head, { owner: QUEUE_OWNER, reason })]);
  }

  /** Returns the pending approval requests of a run. They are cancelled when the run ends. */
  async #pendingRequests(run_id: string): Promise<HumanApprovalRequest[]> {
    const filter = { run_id, status: 'pending', limit: 500 } as const;
    const { rows } = await this.#context.store
      .listApprovals(filter)
      .catch(unreadable(`the approval requests of run ${run_id}`));
    return [...rows];
  }

  /** Returns whether a call may have had its effect without a stored result. Only a person can determine its outcome. */
  async #hasLostCall({ settings: { runId, epoch } }: ActiveRun): Promise<boolean> {
    const { store } = this.#context;
    if (!store.durable) return false;
    const effects = await store.getEffects(runId).catch(unreadable(`the effects of run ${runId}`));
    return effects.some(
      (each) => each.status === 'started' && each.effect === 'destructive' && each.epoch === epoch,
    );
  }

  async #retryLater(end: () => Promise<boolean>, run?: ActiveRun): Promise<void> {
    for (let pause = MIN_BACKOFF_MS; pause <= MAX_BACKOFF_MS; pause *= 2) {
      await sleep(pause, undefined, { ref: false });
      // The remaining writes may be the reason for the failure, so they are dropped before the last attempt.
      if (pause === MAX_BACKOFF_MS) await run?.outbox.end();
      try {
        if (await end()) return;
      } catch (failure) {
        if (!isStoreFailure(failure)) return;
      }
    }
  }

  /** Returns the unstored writes of the run. If the run failed because of them, its end is stored without an error. */
  async #drain(
    run: ActiveRun,
    isStrict = true,
  ): Promise<{ readonly writes: readonly StoreWrite[]; readonly repeatable: boolean }> {
    if (run.outbox.isUnclaimed) await run.outbox.commit();
    const { writes, records, repeatable, failure } = await run.outbox.end();
    if (failure && isStrict) throw failure.error;
    const logs = records.map((record): StoreWrite => ({ kind: 'log.append', record }));
    return { writes: [...writes, ...logs], repeatable };
  }

  /** Commits the transition. Returns false when the store was unavailable and the transition is deferred. */
  async #commit(
    { settings: { runId, segment, auditMode } }: ActiveRun,
    writes: readonly StoreWrite[],
    {
      event,
      data,
      repeatable = false,
    }: {
      readonly event: 'run.suspended' | 'run.finished' | 'run.denied' | 'run.failed';
      readonly data: Details;
      readonly repeatable?: boolean;
    },
  ): Promise<boolean> {
    const head = { run_id: runId, event, attempt: segment };
    // Nested values belong to the integration, which could change them before the record is rendered.
    const isFlat = Object.values(data).every((value) => typeof value !== 'object');
    const record = isFlat ? lateAuditRecord(head, () => data) : auditRecord(head, data);
    const options = { readsOnly: repeatable, mode: auditMode, runId };
    const outcome = await this.#context.ledger.commit(writes, [record], options);
    if (outcome.ok) return !('deferred' in outcome);
    throw conflict(runId);
  }
}

/** Closes the run for new calls. Returns the calls that are still active; their results follow in the log. */
function closeCalls(run: ActiveRun): { readonly at_work?: readonly string[] } {
  run.isClosed = true;
  run.plan.stop();
  markNotStarted(run, run.calls.expected);
  const { active } = run.calls;
  return active.length === 0 ? {} : { at_work: active };
}

const conflict = (runId: string) =>
  new SekishoError('AGENTS-E-RUN-CONFLICT', `Run ${runId} was claimed by another process.`);

const unreadable = (what: string) => (cause: unknown) => {
  throw new SekishoError('AGENTS-E-STORE', `The store cannot read ${what}.`, { cause });
};

// About four minutes in total. If the store is unavailable for longer, the run is found after this process has ended.
const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 128_000;
