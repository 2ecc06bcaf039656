import {
  type ApprovalController,
  type HumanApprovalRequest,
  QUEUE_OWNER,
  type RunRecord,
  SekishoError,
} from '@sekisho/engine';
import { type CallDecision, requireVerifiedRun, type RunRecords } from '@sekisho/engine/integration';
import type { ResumeOptions } from './run-options.ts';
import { RunState, type AnyAgent, type Runner } from '../sdk/upstream.ts';
import type { AgentRegistry } from './agent-registry.ts';
import { applyDecisions } from './apply-decisions.ts';
import { adoptDecisions, verifiedPosition } from './host-decisions.ts';
import type { PolicyResolver } from './policy-resolver.ts';
import { badToken } from './refused-tokens.ts';
import { resumedRun } from './resumed-run.ts';
import { RunClaims, type Claim } from './run-claims.ts';
import type { PlainResult, RunDriver } from './run-driver.ts';
import type { RunLifecycle } from './run-lifecycle.ts';
import type { RunOwnership } from './run-ownership.ts';
import type { RunRecovery } from './run-recovery.ts';
import type { RunRequest } from './run-request.ts';
import { RunSession } from './run-session.ts';
import { openContinuation, type Continuation } from './sealed-state.ts';
import type { RunAttempt, RunSettings, SessionSettings } from './session-settings.ts';
import { WaitingRuns } from './waiting-runs.ts';

/** A claimed run and the state from which it resumes. */
interface ClaimedRun {
  readonly settings: RunSettings;
  readonly continuation: Continuation;
  /** Whether the segment is new, so that no part of it was executed before. */
  readonly isNew: boolean;
  /** The audit records of the run at the time of the claim. */
  readonly records: RunRecords;
}

/** The opened continuation of a run. A parked run resumes at the beginning of its segment. */
type Opened = ReturnType<typeof openContinuation>;

/** A run that waits for a worker. */
type QueuedRun = Pick<RunSettings, 'runId' | 'segment'>;

/** The outcome of an orphaned run. */
export type OrphanOutcome =
  | { readonly kind: 'done' | 'suspended'; readonly result: PlainResult }
  /** A call may have had its effect before the crash; a person has to decide first. */
  | { readonly kind: 'asked'; readonly approvals: readonly HumanApprovalRequest[] };

/** Resumes suspended and orphaned runs, exactly once each time. */
export class RunResumer {
  readonly #settings: SessionSettings;
  readonly #waiting: WaitingRuns;
  readonly #lifecycle: RunLifecycle;
  readonly #driver: RunDriver;
  readonly #approvals: ApprovalController;
  readonly #policies: PolicyResolver;
  readonly #agents: AgentRegistry;
  readonly #ownership: RunOwnership;
  readonly #claims: RunClaims;

  constructor(parts: {
    settings: SessionSettings;
    lifecycle: RunLifecycle;
    driver: RunDriver;
    approvals: ApprovalController;
    policies: PolicyResolver;
    agents: AgentRegistry;
    ownership: RunOwnership;
  }) {
    this.#settings = parts.settings;
    this.#waiting = new WaitingRuns(parts.settings.store);
    this.#lifecycle = parts.lifecycle;
    this.#driver = parts.driver;
    this.#approvals = parts.approvals;
    this.#policies = parts.policies;
    this.#agents = parts.agents;
    this.#ownership = parts.ownership;
    this.#claims = new RunClaims({ ...parts, waiting: this.#waiting });
  }

  /** Resumes a run with a token. One transaction uses the token and claims the run, before anything is executed. */
  async resumeByToken(
    upstream: Runner,
    expected: string | undefined,
    resume: ResumeOptions,
    request: RunRequest,
    agent?: AnyAgent,
  ): Promise<PlainResult> {
    const claim = await this.#claims.byToken(resume.token, expected);
    return this.#resume(upstream, claim, request, resume.human_response, agent);
  }

  /** Uses a token and queues the run for the workers of its application, in one transaction. */
  async queueByToken(token: string): Promise<QueuedRun> {
    return this.#queue(await this.#claims.byToken(token));
  }

  /** Stores a decision and claims the run in one transaction, so that no run is decided without an owner. */
  async resumeByDecision(
    upstream: Runner,
    decision: CallDecision,
    request: RunRequest,
  ): Promise<PlainResult> {
    const claim = await this.#claims.byDecision(decision);
    return this.#resume(upstream, claim, request, request.extensions.resume?.human_response);
  }

  /** Stores a decision and queues the run for the workers of its application, in one transaction. */
  async queueByDecision(decision: CallDecision): Promise<QueuedRun> {
    return this.#queue(await this.#claims.byDecision(decision));
  }

  async #resume(
    upstream: Runner,
    claim: Claim,
    request: RunRequest,
    humanResponse: string | undefined,
    agent?: AnyAgent,
  ): Promise<PlainResult> {
    // Checked before the claim: a process of another application, or without the agent, must not claim the run.
    const run = await this.#ownership.require(claim.run);
    const known = agent ?? this.#agents.get(run.agent_name);
    const claimed = await this.#claim({ ...claim, run }, await this.#open(run));
    return this.#continue(upstream, claimed, request, known, humanResponse);
  }

  /** Queues a run. Any process may queue it, but only processes of its application claim it from the queue. */
  async #queue(claim: Claim): Promise<QueuedRun> {
    const { run } = claim;
    const { parked } = await this.#open(run);
    await this.#claims.commit(claim, parked, QUEUE_OWNER);
    return { runId: run.run_id, segment: run.segment + (parked ? 0 : 1) };
  }

  async #open(run: RunRecord): Promise<Opened> {
    const opened = openContinuation(this.#settings.keyring, run);
    if (opened.parked) await this.#waiting.requireOutcomes(run.run_id);
    return opened;
  }

  /** Resumes a run from upstream's state object, as drop-in programs do. The host decided with `state.approve()`. */
  async resumeByState(
    upstream: Runner,
    agent: AnyAgent,
    state: RunState<unknown, AnyAgent>,
    request: RunRequest,
  ): Promise<PlainResult> {
    const { runId, segment } = verifiedPosition(state, this.#settings.keyring);
    const run = await this.#ownership.require(await this.#waiting.find(runId));
    if (run.segment !== segment)
      throw badToken(
        `Run ${runId} has continued since this state was created, so the state cannot be used again.`,
      );
    await adoptDecisions(state, await this.#waiting.approvalsOf(runId), this.#approvals);
    const claimed = await this.#claim(
      { run, entitlement: [] },
      openContinuation(this.#settings.keyring, run),
    );
    return this.#drive(upstream, claimed, request, agent, (approvals) => {
      applyDecisions(state, approvals);
      return state;
    });
  }

  /**
   * Resumes an orphaned run at the epoch at which it was found; a later claim at that epoch is rejected. The journal replays
   * the responses of the model before the crash.
   */
  async resumeOrphaned(found: RunRecord, upstream: Runner, recovery: RunRecovery): Promise<OrphanOutcome> {
    const agent = this.#agents.get(found.agent_name);
    const run = await this.#ownership.require(found);
    const opened = openContinuation(this.#settings.keyring, run);
    const claimed = await this.#claim({ run, entitlement: [] }, { ...opened, parked: true });
    const ours = { ...run, epoch: claimed.settings.epoch, owner: this.#lifecycle.owner };
    const approvals = await recovery
      .park(ours)
      .catch((error: unknown) => this.#releaseRun(claimed.settings, error));
    if (approvals.length > 0) return { kind: 'asked', approvals };
    const result = await this.#continue(upstream, claimed, { extensions: {}, upstream: {} }, agent);
    return { kind: result.interruptions.length > 0 ? 'suspended' : 'done', result };
  }

  async #claim(claim: Claim, { continuation, parked }: Opened): Promise<ClaimedRun> {
    const { run } = claim;
    const segment = run.segment + (parked ? 0 : 1);
    const settings = await resumedRun(run, segment, continuation, this.#policies, this.#settings);
    const records = await this.#claims.commit(claim, parked, this.#lifecycle.owner);
    return { continuation, isNew: !parked, settings, records };
  }

  async #continue(
    upstream: Runner,
    claimed: ClaimedRun,
    request: RunRequest,
    agent: AnyAgent,
    humanResponse?: string,
  ): Promise<PlainResult> {
    const { continuation } = claimed;
    const maxTurns = continuation.maxTurns === null ? {} : { maxTurns: continuation.maxTurns };
    const options = { ...request, upstream: { ...maxTurns, ...request.upstream } };
    return this.#drive(upstream, claimed, options, agent, async (approvals) => {
      if (continuation.kind === 'input') return JSON.parse(continuation.text);
      const state = await RunState.fromString(agent, continuation.text);
      applyDecisions(state, approvals);
      if (humanResponse !== undefined && humanResponse !== '') state.addInput(humanResponse);
      return state;
    });
  }

  async #drive(
    upstream: Runner,
    { settings, isNew, records }: ClaimedRun,
    request: RunRequest,
    agent: AnyAgent,
    input: (approvals: readonly HumanApprovalRequest[]) => unknown,
  ): Promise<PlainResult> {
    const { store, authority, principals } = this.#settings;
    const run = { ...settings, user: principals.of(agent.name, settings.user, request.extensions.user) };
    // Read and verified again after the claim, because now no other process can resume the run.
    const [steps, { effects, approvals }] = await Promise.all([
      isNew ? [] : store.getSteps(run.runId, run.segment),
      requireVerifiedRun(authority, run.runId, records),
    ]).catch((error: unknown) => this.#stop(upstream, run, agent, error));
    const session = new RunSession(this.#settings, run, { steps, effects, approvals, records });
    const options = request.upstream;
    return this.#driver.drive({ upstream, session, run, agent, input: () => input(approvals), options });
  }

  /** Ends a run whose rows were changed after the claim. After any other failure, the run is released for another process. */
  async #stop(upstream: Runner, run: RunSettings, agent: AnyAgent, error: unknown): Promise<never> {
    if (!(error instanceof SekishoError) || error.code !== 'AGENTS-E-AUTHORITY')
      return this.#releaseRun(run, error);
    const session = new RunSession(this.#settings, run, { steps: [], effects: [], approvals: [] });
    const input = () => {
      throw error;
    };
    await this.#driver.drive({ upstream, session, run, agent, input, options: {} });
    throw error;
  }

  async #releaseRun(run: RunAttempt, error: unknown): Promise<never> {
    await this.#driver.releaseRun(run, error);
    throw error;
  }
}
