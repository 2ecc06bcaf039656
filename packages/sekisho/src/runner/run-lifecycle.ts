import {
  type HumanApprovalRequest,
  QUEUE_OWNER,
  type RunRecord,
  type RunStatus,
  SekishoError,
  type StoreWrite,
} from '@sekisho/engine';
import { auditRecord } from '@sekisho/engine/integration';
import { SDK_VERSION } from '../sdk/sdk-version.ts';
import type { RunSession } from './run-session.ts';
import type { Batch } from './run-writer.ts';
import { sealContinuation, type Continuation } from './sealed-state.ts';
import type { RunAttempt, RunSettings, SessionSettings } from './session-settings.ts';

/** The transitions of a run in the store: opened, suspended, claimed, finished. Each is one transaction. */
export class RunLifecycle {
  readonly owner: string;
  readonly #settings: SessionSettings;
  readonly #leaseMs: number;

  constructor(settings: SessionSettings, options: { owner: string; leaseMs: number }) {
    this.#settings = settings;
    this.owner = options.owner;
    this.#leaseMs = options.leaseMs;
  }

  /** Stores a new run for the process that will claim it. */
  async open(
    run: RunSettings,
    agentName: string,
    continuation: Continuation,
    owner = this.owner,
  ): Promise<void> {
    const { writes, records } = this.opening(run, agentName, continuation, owner);
    await this.#settings.ledger.commit(writes, records, { mode: run.auditMode });
  }

  /** Returns the writes that must be stored before any part of a new run is executed. */
  opening(
    run: RunSettings,
    agentName: string,
    continuation: Continuation,
    owner = this.owner,
  ): Batch & { readonly readsOnly: false } {
    const { keyring, store, application } = this.#settings;
    const binding = { runId: run.runId, segment: 0, purpose: 'input' } as const;
    const row = {
      run_id: run.runId,
      status: 'running',
      segment: 0,
      epoch: run.epoch,
      owner,
      application,
      agent_name: agentName,
      sdk_version: SDK_VERSION,
      state: store.durable ? sealContinuation(keyring, binding, { ...continuation, application }) : null,
    } as const;
    const details = {
      agent: agentName,
      application,
      policy: run.policyVersion,
      profile: run.profile.name,
      user: run.user,
    };
    return {
      writes: [{ kind: 'run.open', run: row }, ...(owner === this.owner ? this.heartbeat() : [])],
      records: [auditRecord({ run_id: run.runId, event: 'run.started', attempt: run.segment }, details)],
      readsOnly: false,
    };
  }

  async suspend(
    run: RunSettings,
    session: RunSession,
    continuation: Continuation,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const binding = { runId: run.runId, segment: run.segment, purpose: 'state' } as const;
    const { keyring, application } = this.#settings;
    const state = sealContinuation(keyring, binding, { ...continuation, application });
    const pending = session.pendingApprovals.map(({ approval_id: id }) => id);
    const write: StoreWrite = { kind: 'run.suspend', run_id: run.runId, epoch: run.epoch, state };
    const data = { ...details, approvals: pending, ...activeCalls(session.close()) };
    const rest = await this.#drain(session);
    await this.#commitOrThrow([...rest.writes, write], run, 'run.suspended', data);
  }

  /** Stores the end of a run. Returns false when the store is unavailable and only reads depend on the end. */
  async finish(
    run: RunSettings,
    session: RunSession,
    status: Exclude<RunStatus, 'running' | 'suspended'>,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<boolean> {
    const event = status === 'done' ? 'run.finished' : status === 'denied' ? 'run.denied' : 'run.failed';
    const write: StoreWrite = { kind: 'run.finish', run_id: run.runId, epoch: run.epoch, status };
    const open = session.mayHavePendingRequests ? await this.#pendingRequests(run.runId) : [];
    const active = activeCalls(session.close());
    const rest = await this.#drain(session, status === 'done');
    // These requests are created in the same transaction as the end.
    for (const each of rest.writes) if (each.kind === 'approval.create') open.push(each.approval);
    const data = {
      ...details,
      ...active,
      ...(open.length === 0 ? {} : { cancelled: open.map(({ approval_id: id }) => id) }),
    };
    const readsOnly = rest.readsOnly && session.pendingApprovals.length === 0;
    const isStored = await this.#end(session, rest.writes, () =>
      this.#commitOrThrow([...rest.writes, write], run, event, data, readsOnly),
    );
    if (!isStored) return false;
    // One by one and after the end: a decision that arrives at the same time is too late, but must not cause a failure.
    if (open.length > 0) await this.#settings.authority.ready();
    for (const { approval_id, action_digest } of open) {
      const to = 'cancelled';
      const mac = this.#settings.authority.decisionMac({ run_id: run.runId, approval_id, action_digest, to });
      const head = { run_id: run.runId, event: 'approval.cancelled', attempt: run.segment } as const;
      const record = auditRecord({ ...head, tool_call_id: approval_id, decision: to }, { approval_id, mac });
      await this.#settings.ledger.commit([{ kind: 'approval.decide', approval_id, to, by: null }], [record]);
    }
    return true;
  }

  /** Releases a run as if this process had died: the next owner treats calls without an end as unknown outcomes. */
  async releaseRun({ runId: run_id, epoch }: RunAttempt, reason: string): Promise<void> {
    // If the claim of this process was not stored, another process may have made a claim with the same epoch.
    if ((await this.#ownerOf(run_id)) !== this.owner) return;
    const write: StoreWrite = {
      kind: 'run.claim',
      run_id,
      from: 'running',
      epoch,
      advance: 0,
      owner: QUEUE_OWNER,
    };
    const head = { run_id, event: 'run.recovered', attempt: epoch } as const;
    // If the condition fails, another process is already the owner.
    await this.#settings.ledger.commit([write], [auditRecord(head, { owner: QUEUE_OWNER, reason })]);
  }

  async #ownerOf(runId: string): Promise<string | undefined> {
    try {
      return (await this.#settings.store.getRun(runId))?.owner;
    } catch (cause) {
      throw new SekishoError('AGENTS-E-STORE', `The store cannot read the owner of run ${runId}.`, { cause });
    }
  }

  /** Returns the pending approval requests of a run. They are cancelled when the run ends. */
  async #pendingRequests(runId: string): Promise<HumanApprovalRequest[]> {
    try {
      const filter = { run_id: runId, status: 'pending', limit: 500 } as const;
      const { rows } = await this.#settings.store.listApprovals(filter);
      return [...rows];
    } catch (cause) {
      throw new SekishoError(
        'AGENTS-E-STORE',
        `The store cannot read the approval requests of run ${runId}.`,
        { cause },
      );
    }
  }

  /** Returns the writes that claim a run. The caller adds the writes of its entitlement. */
  claim(run: RunRecord, advance: 0 | 1, owner = this.owner): StoreWrite[] {
    if (run.status !== 'suspended' && run.status !== 'running') {
      throw new SekishoError(
        'AGENTS-E-RUN-CONFLICT',
        `Run ${run.run_id} is ${run.status} and cannot be resumed.`,
      );
    }
    const { run_id, status: from, epoch } = run;
    const heartbeat = owner === this.owner ? this.heartbeat() : [];
    return [...heartbeat, { kind: 'run.claim', run_id, from, epoch, advance, owner }];
  }

  /** Returns the write that renews the lease of this process, if a renewal is due or the clock was set back. */
  heartbeat(force = false): StoreWrite[] {
    const { store, ledger, clock, application } = this.#settings;
    const age = clock() - ledger.lastHeartbeatAt;
    if (!store.durable || (!force && age >= 0 && age < this.#leaseMs / 3)) return [];
    return [{ kind: 'owner.beat', owner: this.owner, application, lease_ms: this.#leaseMs }];
  }

  /** Returns the write that ends the lease of this process, so that other processes immediately see that it resumes no runs. */
  endLease(): StoreWrite[] {
    return [{ kind: 'owner.beat', owner: this.owner, application: this.#settings.application, lease_ms: 0 }];
  }

  /** Returns the unstored writes of the run. If the run failed because of them, its end is stored without an error. */
  async #drain(session: RunSession, isStrict = true): Promise<{ writes: StoreWrite[]; readsOnly: boolean }> {
    const { writes, records, readsOnly, failure } = await session.drain();
    if (failure && isStrict) throw failure.error;
    const logs = records.map((record): StoreWrite => ({ kind: 'log.append', record }));
    return { writes: [...writes, ...logs], readsOnly };
  }

  /** Stores the end. Writes that could not be stored with it are repeated with the next attempt. */
  async #end(
    session: RunSession,
    rest: readonly StoreWrite[],
    store: () => Promise<boolean>,
  ): Promise<boolean> {
    let isStored = false;
    try {
      isStored = await store();
      return isStored;
    } finally {
      if (!isStored) session.requeue(rest);
    }
  }

  /** Commits the transition. Returns false when the store was unavailable and the transition is deferred. */
  async #commitOrThrow(
    writes: readonly StoreWrite[],
    run: RunSettings,
    event: 'run.suspended' | 'run.finished' | 'run.denied' | 'run.failed',
    details: Readonly<Record<string, unknown>>,
    readsOnly = false,
  ): Promise<boolean> {
    const record = auditRecord({ run_id: run.runId, event, attempt: run.segment }, details);
    const outcome = await this.#settings.ledger.commit(writes, [record], { readsOnly, mode: run.auditMode });
    if (outcome.ok) return !('deferred' in outcome);
    throw new SekishoError('AGENTS-E-RUN-CONFLICT', `Run ${run.runId} was claimed by another process.`);
  }
}

/** Returns the calls that are still active when the run ends. Their results follow in the log. */
const activeCalls = (calls: readonly string[]) => (calls.length === 0 ? {} : { at_work: calls });
