import { hashResumeToken, runOfToken } from '../approval/resume-token-maker.ts';
import { invalid, type CallDecision } from '../approval/answer.ts';
import type { ApprovalController } from '../approval/approval-controller.ts';
import { auditRecord } from '../audit/audit-record.ts';
import type { HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import type { ResumeOptions } from '../contracts/run-options.ts';
import { QUEUE_OWNER, type RunRecord } from '../contracts/run-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { RunState, type AnyAgent, type Runner } from '../sdk/upstream.ts';
import type { StoreWrite } from '../store/state-store.ts';
import type { AgentBook } from './agent-book.ts';
import { applyDecisions } from './apply-decisions.ts';
import { adoptDecisions, verifiedPlace } from './host-decisions.ts';
import type { PolicyDesk } from './policy-desk.ts';
import { resumedRun } from './resumed-run.ts';
import type { PlainResult, RunDriver } from './run-driver.ts';
import type { RunLifecycle } from './run-lifecycle.ts';
import type { RunRecovery } from './run-recovery.ts';
import type { RunRequest } from './run-request.ts';
import { RunSession } from './run-session.ts';
import { openContinuation, type Continuation } from './sealed-state.ts';
import type { RunSettings, SessionSettings } from './session-settings.ts';
import { WaitingRuns } from './waiting-runs.ts';

/** Where a run goes on. */
interface Place {
  readonly settings: RunSettings;
  readonly continuation: Continuation;
  /** The segment begins now, so nothing of it was done before. */
  readonly isNew: boolean;
}

/** A run that waits, and what entitles somebody to continue it. */
interface Claim {
  readonly run: RunRecord;
  readonly entitlement: readonly StoreWrite[];
}

/** What became of a run that was left behind. */
export type CarriedOn =
  | { readonly kind: 'done' | 'suspended'; readonly result: PlainResult }
  /** A call may have had its effect before the crash; a person has to say so first. */
  | { readonly kind: 'asked'; readonly approvals: readonly HumanApprovalRequest[] };

/** Takes up runs that waited for a person, exactly once each time. */
export class RunResumer {
  readonly #settings: SessionSettings;
  readonly #waiting: WaitingRuns;
  readonly #lifecycle: RunLifecycle;
  readonly #driver: RunDriver;
  readonly #approvals: ApprovalController;
  readonly #policies: PolicyDesk;
  readonly #agents: AgentBook;

  constructor(parts: {
    settings: SessionSettings;
    lifecycle: RunLifecycle;
    driver: RunDriver;
    approvals: ApprovalController;
    policies: PolicyDesk;
    agents: AgentBook;
  }) {
    this.#settings = parts.settings;
    this.#waiting = new WaitingRuns(parts.settings.store);
    this.#lifecycle = parts.lifecycle;
    this.#driver = parts.driver;
    this.#approvals = parts.approvals;
    this.#policies = parts.policies;
    this.#agents = parts.agents;
  }

  /** Continues a run with a token: the token is spent and the run taken over in one transaction, before anything runs. */
  async resumeByToken(
    upstream: Runner,
    expected: string | undefined,
    resume: ResumeOptions,
    request: RunRequest,
    agent?: AnyAgent,
  ): Promise<PlainResult> {
    const claim = await this.#byToken(resume.token, expected);
    return this.#resume(upstream, claim, request, resume.human_response, agent);
  }

  /** Spends a token and leaves the run to whichever worker comes first, in one transaction. */
  async queueByToken(token: string): Promise<RunSettings> {
    return (await this.#takeUp(await this.#byToken(token), QUEUE_OWNER)).settings;
  }

  /** Stores a person's word and takes the run over in one transaction: nobody finds it decided and not continued. */
  async resumeByDecision(
    upstream: Runner,
    decision: CallDecision,
    request: RunRequest,
  ): Promise<PlainResult> {
    const claim = await this.#byDecision(decision);
    return this.#resume(upstream, claim, request, request.extensions.resume?.human_response);
  }

  /** Stores a person's word and leaves the run to whichever worker comes first, in one transaction. */
  async queueByDecision(decision: CallDecision): Promise<RunSettings> {
    return (await this.#takeUp(await this.#byDecision(decision), QUEUE_OWNER)).settings;
  }

  async #byToken(token: string, expected?: string): Promise<Claim> {
    const runId = runOfToken(token);
    if (runId === undefined) throw badToken('This is not a resume token.');
    if (expected !== undefined && expected !== runId) throw badToken(`The token is not for run ${expected}.`);
    const run = await this.#waiting.find(runId);
    const token_hash = hashResumeToken(token, run.segment);
    return { run, entitlement: [{ kind: 'token.use', token_hash, run_id: runId }] };
  }

  async #byDecision(decision: CallDecision): Promise<Claim> {
    const entitlement = await this.#approvals.prepareDecision(decision);
    const run = await this.#waiting
      .find(decision.runId, decision.approvalId)
      .catch(async (error: unknown) => {
        // If somebody decided it since, that is what to say, not that the run has gone on.
        await this.#approvals.prepareDecision(decision);
        throw error;
      });
    return { run, entitlement };
  }

  async #resume(
    upstream: Runner,
    claim: Claim,
    request: RunRequest,
    humanResponse: string | undefined,
    agent?: AnyAgent,
  ): Promise<PlainResult> {
    // Before anything is spent: a process that does not know the agent leaves the run to those that do.
    const known = agent ?? this.#agents.get(claim.run.agent_name);
    const place = await this.#takeUp(claim, this.#lifecycle.owner);
    return this.#continue(upstream, place, request, known, humanResponse);
  }

  async #takeUp({ run, entitlement }: Claim, owner: string): Promise<Place> {
    const opened = openContinuation(this.#settings.keyring, run);
    if (opened.parked) await this.#waiting.requireOutcomes(run.run_id);
    return this.#claim(run, entitlement, opened, owner);
  }

  /** Continues a run from upstream's state object, as drop-in programs do. The host decided with `state.approve()`. */
  async resumeByState(
    upstream: Runner,
    agent: AnyAgent,
    state: RunState<unknown, AnyAgent>,
    request: RunRequest,
  ): Promise<PlainResult> {
    const { runId, segment } = verifiedPlace(state, this.#settings.keyring);
    const run = await this.#waiting.find(runId);
    if (run.segment !== segment)
      throw badToken(`Run ${runId} has gone on since this state was made; it cannot be replayed.`);
    await adoptDecisions(state, await this.#waiting.approvalsOf(runId), this.#approvals);
    const place = await this.#claim(run, [], openContinuation(this.#settings.keyring, run));
    return this.#drive(upstream, place, request, agent, (approvals) => {
      applyDecisions(state, approvals);
      return state;
    });
  }

  /**
   * Takes up a run whose process is gone, as it stood when it was looked at; whoever comes later is refused. Its journal
   * answers what was done already.
   */
  async carryOn(run: RunRecord, upstream: Runner, recovery: RunRecovery): Promise<CarriedOn> {
    const agent = this.#agents.get(run.agent_name);
    const opened = openContinuation(this.#settings.keyring, run);
    const place = await this.#claim(run, [], { ...opened, parked: true });
    const ours = { ...run, epoch: place.settings.epoch, owner: this.#lifecycle.owner };
    const approvals = await recovery
      .park(ours)
      .catch((error: unknown) => this.#giveBack(place.settings, error));
    if (approvals.length > 0) return { kind: 'asked', approvals };
    const result = await this.#continue(upstream, place, { extensions: {}, upstream: {} }, agent);
    return { kind: result.interruptions.length > 0 ? 'suspended' : 'done', result };
  }

  async #claim(
    run: RunRecord,
    entitlement: readonly StoreWrite[],
    { continuation, parked }: { continuation: Continuation; parked: boolean },
    owner = this.#lifecycle.owner,
  ): Promise<Place> {
    const advance = parked ? 0 : 1;
    const segment = run.segment + advance;
    const settings = await resumedRun(run, segment, continuation, this.#policies, this.#settings);
    const event = parked ? 'run.recovered' : 'run.resumed';
    const attempt = parked ? run.epoch : segment;
    const record = auditRecord({ run_id: run.run_id, event, attempt }, { owner });
    const writes = [...entitlement, ...this.#lifecycle.claim(run, advance, owner)];
    // A store that broke off may have taken it, and then the run is ours.
    const giveBack = (error: unknown) => this.#giveBack(settings, error);
    const outcome = await this.#settings.ledger.commit(writes, [record]).catch(giveBack);
    if (!outcome.ok) throw lost(run, writes[outcome.failed]);
    return { continuation, isNew: !parked, settings };
  }

  async #continue(
    upstream: Runner,
    place: Place,
    request: RunRequest,
    agent: AnyAgent,
    humanResponse?: string,
  ): Promise<PlainResult> {
    const { continuation } = place;
    const maxTurns = continuation.maxTurns === null ? {} : { maxTurns: continuation.maxTurns };
    const options = { ...request, upstream: { ...maxTurns, ...request.upstream } };
    return this.#drive(upstream, place, options, agent, async (approvals) => {
      if (continuation.kind === 'input') return JSON.parse(continuation.text);
      const state = await RunState.fromString(agent, continuation.text);
      applyDecisions(state, approvals);
      if (humanResponse !== undefined && humanResponse !== '') state.addInput(humanResponse);
      return state;
    });
  }

  async #drive(
    upstream: Runner,
    { settings: run, isNew }: Place,
    request: RunRequest,
    agent: AnyAgent,
    input: (approvals: readonly HumanApprovalRequest[]) => unknown,
  ): Promise<PlainResult> {
    const { store } = this.#settings;
    const [steps, effects, approvals] = await Promise.all([
      isNew ? [] : store.getSteps(run.runId, run.segment),
      store.getEffects(run.runId),
      this.#waiting.approvalsOf(run.runId),
    ]).catch((error: unknown) => this.#giveBack(run, error));
    const session = new RunSession(this.#settings, run, { steps, effects, approvals });
    const options = request.upstream;
    return this.#driver.drive({ upstream, session, run, agent, input: () => input(approvals), options });
  }

  async #giveBack(run: RunSettings, error: unknown): Promise<never> {
    await this.#driver.giveBack(run, error);
    throw error;
  }
}

function lost({ run_id: runId }: RunRecord, write: StoreWrite | undefined): SekishoError {
  return write?.kind === 'approval.decide'
    ? invalid(`${write.approval_id} was decided by somebody else in the meantime.`)
    : badToken(`The token for run ${runId} was used already, has expired or is not for this wait.`);
}

const badToken = (why: string) => new SekishoError('AGENTS-E-RESUME-TOKEN', why);
