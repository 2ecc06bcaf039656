import { lateAuditRecord } from '../audit/audit-record.ts';
import { activeTraceId } from '../audit/tool-span.ts';
import type { EngineContext, RunSettings } from '../durable/engine-context.ts';
import { Journal } from '../durable/journal.ts';
import type { Batch } from '../durable/outbox.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { RunRecord } from '../store/run-record.ts';
import type { StoreWrite } from '../store/state-store.ts';
import { descriptionStep } from '../turn/kept-context.ts';
import type { ContextRemoval } from './context-retention.ts';
import { sealContinuation, type Continuation } from './continuation.ts';

/** The writes that open and claim runs, and that renew the lease of this process. */
export class RunLifecycle {
  readonly owner: string;
  readonly #context: EngineContext;
  readonly #leaseMs: number;
  readonly #removal: Pick<ContextRemoval, 'startIfDue'> | undefined;

  constructor(
    context: EngineContext,
    options: { owner: string; leaseMs: number; removal?: Pick<ContextRemoval, 'startIfDue'> },
  ) {
    this.#context = context;
    this.owner = options.owner;
    this.#leaseMs = options.leaseMs;
    this.#removal = options.removal;
  }

  /** Returns the writes that must be stored before any part of a new run is executed. */
  opening(run: RunSettings, agentName: string, continuation: Continuation, owner = this.owner): Batch {
    const { keyring, store, application, integration } = this.#context;
    this.#removal?.startIfDue();
    const binding = { runId: run.runId, segment: 0, purpose: 'input' } as const;
    const row = {
      run_id: run.runId,
      status: 'running',
      segment: 0,
      epoch: run.epoch,
      owner,
      application,
      agent_name: agentName,
      sdk_version: integration.stateVersion,
      state: store.durable ? sealContinuation(keyring, binding, { ...continuation, application }) : null,
    } as const;
    const trace_id = activeTraceId();
    const details = {
      agent: agentName,
      application,
      policy: run.policyVersion,
      profile: run.profile.name,
      user: run.user,
      ...(trace_id === undefined ? {} : { trace_id }),
    };
    return {
      writes: [
        { kind: 'run.open', run: row },
        ...this.#description(run),
        ...(owner === this.owner ? this.heartbeat() : []),
      ],
      records: [
        lateAuditRecord({ run_id: run.runId, event: 'run.started', attempt: run.segment }, () => details),
      ],
      repeatable: false,
    };
  }

  #description(run: RunSettings): StoreWrite[] {
    if (run.requester === undefined && run.task === undefined) return [];
    return new Journal(this.#context, run, []).write(descriptionStep(this.#context, run));
  }

  /** Returns the writes that claim a run. The caller adds the writes of its entitlement. */
  claim(run: RunRecord, advance: 0 | 1, owner = this.owner): StoreWrite[] {
    if (run.status !== 'suspended' && run.status !== 'running') {
      throw new SekishoError(
        'AGENTS-E-RUN-CONFLICT',
        `Run ${run.run_id} is ${run.status} and cannot be resumed. Start a new run.`,
      );
    }
    const { run_id, status: from, epoch } = run;
    const heartbeat = owner === this.owner ? this.heartbeat() : [];
    return [...heartbeat, { kind: 'run.claim', run_id, from, epoch, advance, owner }];
  }

  /** Returns the write that renews the lease of this process, if a renewal is due or the clock was set back. */
  heartbeat(force = false): StoreWrite[] {
    const { store, ledger, clock, application } = this.#context;
    const age = clock() - ledger.lastHeartbeatAt;
    if (!store.durable || (!force && age >= 0 && age < this.#leaseMs / 3)) return [];
    return [{ kind: 'owner.beat', owner: this.owner, application, lease_ms: this.#leaseMs }];
  }

  /** Returns the write that ends the lease of this process, so that other processes immediately see that it resumes no runs. */
  endLease(): StoreWrite[] {
    return [{ kind: 'owner.beat', owner: this.owner, application: this.#context.application, lease_ms: 0 }];
  }
}
