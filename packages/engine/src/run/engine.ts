import type { DecisionDetails } from '../approval/decisions/decision.ts';
import type { ApprovalController, OutcomeDecision } from '../approval/approval-controller.ts';
import type { Checkpoint, LogReader } from '../audit/verify-execution-log.ts';
import { digestOf } from '../checks/digest.ts';
import type { Integration, RunSettings } from '../durable/engine-context.ts';
import type { StandingPermissions } from '../approval/permissions/standing-permissions.ts';
import type { StopSwitch } from '../durable/stop-switch.ts';
import { requireKnownOptions } from '../errors/require-known-options.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { RunRecord } from '../store/run-record.ts';
import { ActiveRun } from '../turn/active-run.ts';
import type { ExecutionLog, ExecutionLogQuery } from '../wire/execution-log.ts';
import type { Approver, HumanApprovalRequest, ResumeToken } from '../wire/human-approval-request.ts';
import type { Principal } from '../wire/principal.ts';
import type { ClaimedRun } from './claim-run.ts';
import { changedSettings, withChangedSettings } from './changed-settings.ts';
import { closeEngineParts, createEngineParts, type EngineOptions, type EngineParts } from './engine-parts.ts';
import { readHistory } from './read-history.ts';
import { Run } from './run.ts';
import { asStrict, newRun, tightenedRun, withEarlierDenials } from './run-settings.ts';
import { StoreChanges } from './store-changes.ts';
import type { ContextReading, RunDescription } from '../wire/context-reading.ts';
import { verifyRun, type RunVerification } from './verify-run.ts';
import type { StoreVerification } from './verify-store.ts';

/** The options of `createEngine`. */
export interface CreateEngineOptions extends EngineOptions {
  /** The properties of the integration. They apply to every run of this engine. */
  readonly integration: Pick<Integration, 'name'> & Partial<Integration>;
}

/** The options of `openRun`. */
export interface OpenRunOptions {
  /** The name of the agent. Runs are listed and resumed by it. */
  readonly agent: string;
  /** The same key opens the same run again, also in another process. Without a key, each call opens a new run. */
  readonly key?: string | undefined;
  /** A stricter profile than that of the engine. */
  readonly policyProfile?: string | undefined;
  readonly user?: Principal | undefined;
  readonly requireHumanApproval?: boolean | undefined;
  /** Trusted data that the host knows about the user. */
  readonly sessionData?: unknown;
  /** Who requested the run, such as a user id or an address. The console displays it. */
  readonly requester?: string | undefined;
  /** The text of the request. The default is the first text of the user. */
  readonly task?: string | undefined;
}

/** Creates an engine for an integration: it gates the calls of any agent framework. */
export function createEngine(options: CreateEngineOptions): Engine {
  const { integration, ...rest } = options;
  requireKnownOptions<Partial<Integration>>(
    integration,
    {
      name: true,
      stateVersion: true,
      onDeny: true,
      historyKeptBy: true,
      userText: true,
      judgeOutside: true,
      argumentsIn: true,
      readStep: true,
    },
    { place: 'createEngine({ integration })', code: 'AGENTS-E-RUNNER-CONFIG' },
  );
  const complete: Integration = {
    stateVersion: '1',
    onDeny: { maxDenials: 3 },
    historyKeptBy: 'engine',
    ...integration,
  };
  return new Engine(createEngineParts(rest, complete));
}

/** Gates the tool calls of agents and stores their runs. `createEngine` creates it. */
export class Engine {
  /** The approval requests of this engine. */
  readonly approvals: ApprovalController;
  /** Stops calls of this and all other processes that use the store. */
  readonly stops: StopSwitch;
  /** The standing permissions: proposals, confirmation and revocation. */
  readonly permissions: StandingPermissions;
  readonly #parts: EngineParts;
  /** The open runs of this process with a key, by id. */
  readonly #open = new Map<string, Promise<Run>>();

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.approvals = parts.context.approvals;
    this.stops = parts.context.stops;
    this.permissions = parts.context.permissions;
  }

  /**
   * Opens a new run, or reopens the run with this key: after a crash of its process, or while it waits for a person. A reopened
   * run keeps its settings, unless the options are stricter or contain other session data. Throws AGENTS-E-RUN-CONFLICT while another process executes the
   * run, while it is open in this process with settings that are not as strict, and when it has ended.
   */
  openRun(options: OpenRunOptions): Promise<Run> {
    const { key } = options;
    if (key === undefined) return this.#start(options);
    const { application, integration } = this.#parts.context;
    const runId = `run_${digestOf([application, integration.name, key]).slice(0, 32)}`;
    const known = this.#open.get(runId);
    if (known) return known.then((run) => asStrict(run, options));
    const opened = this.#openByKey(runId, options);
    this.#open.set(runId, opened);
    opened.catch(() => this.#open.delete(runId));
    return opened;
  }

  /** Stores an approver's decision about one call. The returned token resumes a suspended run once. */
  decide(
    approvalId: string,
    decision: 'approve' | 'deny',
    details: DecisionDetails = {},
  ): Promise<ResumeToken> {
    return this.approvals.submitDecision(approvalId, decision, details);
  }

  /** Stores a person's statement about a call with an unknown outcome. `result` is passed to the model for "done". */
  resolveOutcome(
    approvalId: string,
    decision: OutcomeDecision,
    details: DecisionDetails & { readonly result?: unknown } = {},
  ): Promise<ResumeToken> {
    return this.#parts.recovery.resolve(approvalId, decision, details);
  }

  /** Resumes a suspended run with the token of a decision, exactly once. */
  async resumeRun(token: string): Promise<Run> {
    const { claims } = this.#parts;
    const claim = await claims.requireOwn(await claims.byToken(token), () => undefined);
    const opened = this.#resume(await claims.claim(claim));
    this.#open.set(claim.run.run_id, opened);
    return opened;
  }

  /** Waits until an approval request is decided, by any process, or has expired. */
  async waitForDecision(approvalId: string, signal?: AbortSignal): Promise<HumanApprovalRequest> {
    const { store, clock } = this.#parts.context;
    const changes = new StoreChanges(store);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const change = changes.next(signal);
        const approval = await this.approvals.get(approvalId);
        if (approval.status !== 'pending') return approval;
        if (Date.parse(approval.expires_at) <= clock()) return { ...approval, status: 'expired' };
        await change;
      }
    } finally {
      changes.close();
    }
  }

  /** Returns the pending approval requests, of all runs or of one. */
  getPendingApprovals(runId?: string): Promise<HumanApprovalRequest[]> {
    return this.approvals.listPending(runId);
  }

  /** Returns the complete values of an approval request. The audit log records the read access. */
  readApproval(approvalId: string, { by }: { readonly by: Approver }) {
    return this.approvals.read(approvalId, by);
  }

  /**
   * Returns the conversation of a run, the inputs and outputs of its calls, and where their values came from. The audit log
   * records the read access.
   */
  readContext(
    runId: string,
    options: { readonly by: Approver; readonly approvalId?: string | undefined },
  ): Promise<ContextReading> {
    return this.#parts.contexts.read(runId, options);
  }

  /** Returns who requested these runs, and their tasks. */
  describeRuns(runIds: readonly string[]): Promise<ReadonlyMap<string, RunDescription>> {
    return this.#parts.contexts.describe(runIds);
  }

  /** Returns records of the audit log, oldest first. */
  getExecutionLogs(query: ExecutionLogQuery = {}): Promise<readonly ExecutionLog[]> {
    return this.#parts.context.store.queryLogs(query);
  }

  /** Verifies the records, the permission of every execution and the rows of the store; for an archive only the records. */
  verifyExecutionLog(anchor?: Checkpoint, log?: LogReader): Promise<StoreVerification> {
    return this.#parts.audit.verify(anchor, log);
  }

  /** Verifies the decisions and executions of one run: its rows, and that its records belong to this log. */
  verifyRun(runId: string): Promise<RunVerification> {
    return verifyRun(this.#parts.context.authority, runId);
  }

  /** Waits for active runs and calls, ten seconds by default, and closes the store. Open runs can be reopened by key. */
  async close(options: { readonly timeoutMs?: number | undefined } = {}): Promise<void> {
    const opened = await Promise.allSettled(this.#open.values());
    const released = await Promise.allSettled(
      opened.map(async (run) => (run.status === 'fulfilled' ? run.value.release() : undefined)),
    );
    await closeEngineParts(this.#parts, options);
    const failed = released.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async #start(options: OpenRunOptions & { readonly runId?: string }): Promise<Run> {
    const { context, policies, lifecycle } = this.#parts;
    const { agent, ...given } = options;
    const settings = await newRun(given, policies, context, agent);
    const run = this.#activate(
      new ActiveRun(context, settings, { steps: [], effects: [], approvals: [] }),
      settings,
    );
    const opening = lifecycle.opening(settings, agent, {
      v: 1,
      kind: 'input',
      text: '',
      profile: settings.profile.name,
      requireHumanApproval: settings.requireHumanApproval,
      maxTurns: null,
      sessionData: settings.sessionData,
      user: settings.user,
      denials: settings.denials,
    });
    // The key may be in use by another process, which only the store can tell.
    await run.open(opening, { wait: options.runId !== undefined });
    return run;
  }

  async #openByKey(runId: string, options: OpenRunOptions): Promise<Run> {
    const { store } = this.#parts.context;
    const found = await store.getRun(runId);
    if (found === undefined) return this.#start({ ...options, runId });
    if (found.status === 'suspended') {
      const run = await this.#parts.ownership.require(found);
      return this.#resume(await this.#parts.claims.claim({ run, entitlement: [] }), options);
    }
    if (found.status === 'running' && (await this.#parts.ownership.isAbandoned(found)))
      return this.#recover(found, options);
    throw new SekishoError(
      'AGENTS-E-RUN-CONFLICT',
      found.status === 'running'
        ? `Run ${runId} with this key is executed by another process. Close it there first.`
        : `Run ${runId} with this key is ${found.status}. Use another key for a new run.`,
    );
  }

  async #recover(found: RunRecord, options: OpenRunOptions): Promise<Run> {
    const claimed = await this.#parts.claims.claimOrphaned(found);
    if ('settings' in claimed) {
      const settings = await withEarlierDenials(claimed.settings, this.#parts.context.store).catch(
        (error: unknown) => this.#parts.claims.release(claimed, error),
      );
      return this.#resume({ ...claimed, settings }, options);
    }
    const ids = claimed.asked.map(({ approval_id: id }) => id).join(', ');
    throw new SekishoError(
      'AGENTS-E-APPROVAL-INVALID',
      `After a crash it is unknown whether a call of run ${found.run_id} was executed. Decide ${ids} with resolveOutcome() ` +
        'first, then open the run again.',
    );
  }

  async #resume(claimed: ClaimedRun, options: Partial<OpenRunOptions> = {}): Promise<Run> {
    const { claims, context, policies } = this.#parts;
    const release = (error: unknown) => claims.release(claimed, error);
    const before = claimed.isNew
      ? claimed.settings
      : await withChangedSettings(claimed.settings, policies, context).catch(release);
    const settings = await tightenedRun(before, options, policies, context).catch(release);
    const { run } = await claims.load(claimed, settings);
    const writes = changedSettings(run.journal, before, settings);
    if (writes.length > 0) run.outbox.add({ writes, records: [], repeatable: true });
    run.restoreHistory(await readHistory(context, settings).catch(release));
    return this.#activate(run, settings, claimed.continuation.text);
  }

  #activate(active: ActiveRun, { runId }: RunSettings, state = ''): Run {
    const endLease = this.#parts.heartbeat.begin();
    return new Run(active, this.#parts.ends, {
      state,
      recovery: this.#parts.recovery,
      onEnd: () => {
        this.#open.delete(runId);
        void active.idle().then(endLease);
      },
    });
  }
}
