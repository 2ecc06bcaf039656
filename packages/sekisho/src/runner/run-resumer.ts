import { setTimeout as sleep } from 'node:timers/promises';
import { hashResumeToken, runOfToken } from '../approval/resume-token-maker.ts';
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
import type { PlainResult, RunDriver } from './run-driver.ts';
import type { RunLifecycle } from './run-lifecycle.ts';
import type { RunRequest } from './run-request.ts';
import { RunSession } from './run-session.ts';
import { openContinuation, type Continuation } from './sealed-state.ts';
import { auditModeOf, type RunSettings, type SessionSettings } from './session-settings.ts';

/** Where a run goes on. */
interface Place {
  readonly settings: RunSettings;
  readonly continuation: Continuation;
  /** The segment begins now, so nothing of it was done before. */
  readonly isNew: boolean;
}

/** A run that was left behind and is ours now. */
export interface TakenOver {
  readonly run: RunRecord;
  readonly place: Place;
}

/** Takes up runs that waited for a person, exactly once each time. */
export class RunResumer {
  readonly #settings: SessionSettings;
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
    const { run, place } = await this.#spend(resume.token, expected, this.#lifecycle.owner);
    return this.#continue(
      upstream,
      place,
      request,
      agent ?? this.#agents.get(run.agent_name),
      resume.human_response,
    );
  }

  /** Spends a token and leaves the run to whichever worker comes first, in one transaction. */
  async queueByToken(token: string): Promise<RunSettings> {
    const { place } = await this.#spend(token, undefined, QUEUE_OWNER);
    return place.settings;
  }

  async #spend(token: string, expected: string | undefined, owner: string) {
    const runId = runOfToken(token);
    if (runId === undefined) throw badToken('This is not a resume token.');
    if (expected !== undefined && expected !== runId) throw badToken(`The token is not for run ${expected}.`);
    const run = await this.#suspended(runId);
    const opened = openContinuation(this.#settings.keyring, run);
    if (opened.parked) await this.#requireOutcomes(runId);
    const token_hash = hashResumeToken(token, run.segment);
    const spend: StoreWrite = { kind: 'token.use', token_hash, run_id: runId };
    return { run, place: await this.#claim(run, [spend], opened, owner) };
  }

  /** Continues a run from upstream's state object, as drop-in programs do. The host decided with `state.approve()`. */
  async resumeByState(
    upstream: Runner,
    agent: AnyAgent,
    state: RunState<unknown, AnyAgent>,
    request: RunRequest,
  ): Promise<PlainResult> {
    const { runId, segment } = verifiedPlace(state, this.#settings.keyring);
    const run = await this.#suspended(runId);
    if (run.segment !== segment)
      throw badToken(`Run ${runId} has gone on since this state was made; it cannot be replayed.`);
    await adoptDecisions(state, await this.#approvalsOf(runId), this.#approvals);
    const place = await this.#claim(run, [], openContinuation(this.#settings.keyring, run));
    return this.#drive(upstream, place, request, agent, (approvals) => {
      applyDecisions(state, approvals);
      return state;
    });
  }

  /** Makes a run whose process is gone ours, as it stood when it was looked at; whoever comes later is refused. */
  async takeOver(run: RunRecord): Promise<TakenOver> {
    const opened = openContinuation(this.#settings.keyring, run);
    const place = await this.#claim(run, [], { ...opened, parked: true });
    return { run: { ...run, epoch: place.settings.epoch, owner: this.#lifecycle.owner }, place };
  }

  /** Takes up a run that is ours from the beginning of its segment: its journal answers what was done already. */
  replay({ run, place }: TakenOver, upstream: Runner): Promise<PlainResult> {
    const request = { extensions: {}, upstream: {} };
    return this.#continue(upstream, place, request, this.#agents.get(run.agent_name));
  }

  /** A run with several lost calls goes on when a person has spoken about each of them, or ended it. */
  async #requireOutcomes(runId: string): Promise<void> {
    const questions = (await this.#approvalsOf(runId)).filter(({ kind }) => kind === 'outcome');
    const open = questions.find(({ status }) => status === 'pending');
    if (!open || questions.some(({ status }) => status === 'denied')) return;
    throw new SekishoError(
      'AGENTS-E-APPROVAL-INVALID',
      `Run ${runId} has another call whose outcome nobody has told yet. Answer ${open.approval_id} first; this token stays good.`,
    );
  }

  async #suspended(runId: string): Promise<RunRecord> {
    for (let look = 0; ; look += 1) {
      const run = await this.#settings.store.getRun(runId);
      if (!run) throw new SekishoError('AGENTS-E-RUN-NOT-FOUND', `There is no run "${runId}" in this store.`);
      if (run.status === 'suspended') return run;
      if (look >= MOST_LOOKS || !(await this.#isAboutToWait(run)))
        throw badToken(`Run ${runId} is ${run.status} and does not wait for anybody.`);
      await sleep(LOOK_MS);
    }
  }

  /** A question can be seen, and answered, a moment before the run that asked it has come to rest. */
  async #isAboutToWait({ run_id, segment, status }: RunRecord): Promise<boolean> {
    if (status !== 'running') return false;
    const approvals = await this.#approvalsOf(run_id);
    return approvals.some((each) => each.turn === `${segment}` && each.status !== 'pending');
  }

  async #claim(
    run: RunRecord,
    entitlement: readonly StoreWrite[],
    { continuation, parked }: { continuation: Continuation; parked: boolean },
    owner = this.#lifecycle.owner,
  ): Promise<Place> {
    const { profile, version } = await this.#policies.forRun(continuation.profile);
    const advance = parked ? 0 : 1;
    const segment = run.segment + advance;
    const event = parked ? 'run.recovered' : 'run.resumed';
    const record = auditRecord(
      { run_id: run.run_id, event, attempt: parked ? run.epoch : segment },
      { owner },
    );
    const writes = [...entitlement, ...this.#lifecycle.claim(run, advance, owner)];
    const outcome = await this.#settings.ledger.commit(writes, [record]);
    if (!outcome.ok) {
      throw badToken(
        `The token for run ${run.run_id} was used already, has expired or is not for this wait.`,
      );
    }
    return {
      continuation,
      isNew: !parked,
      settings: {
        runId: run.run_id,
        epoch: run.epoch + 1,
        segment,
        profile,
        policyVersion: version,
        requireHumanApproval: continuation.requireHumanApproval,
        auditMode: auditModeOf(this.#settings, profile.name),
        counters: continuation.counters,
        sessionData: continuation.sessionData,
      },
    };
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
      this.#approvalsOf(run.runId),
    ]);
    const session = new RunSession(this.#settings, run, { steps, effects, approvals });
    const options = request.upstream;
    return this.#driver.drive({ upstream, session, run, agent, input: () => input(approvals), options });
  }

  async #approvalsOf(runId: string): Promise<readonly HumanApprovalRequest[]> {
    const rows: HumanApprovalRequest[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.#settings.store.listApprovals({ run_id: runId, limit: 500, cursor });
      rows.push(...page.rows);
      cursor = page.cursor;
    } while (cursor !== undefined);
    return rows;
  }
}

// Two seconds in all; a call beside the question that takes longer makes the answer wait, and the token stays good.
const MOST_LOOKS = 40;
const LOOK_MS = 50;

const badToken = (why: string) => new SekishoError('AGENTS-E-RESUME-TOKEN', why);
