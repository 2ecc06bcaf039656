import type { HumanApprovalRequest, RunRecord } from '@sekisho/engine';
import { Run } from '@sekisho/engine';
import type {
  CallDecision,
  Claim,
  ClaimedRun,
  EngineParts,
  OrphanOutcome,
} from '@sekisho/engine/integration';
import { badToken } from '@sekisho/engine/integration';
import { RunState, type AnyAgent, type Runner } from '../openai-agents/upstream.ts';
import type { AgentRegistry } from './agent-registry.ts';
import { adoptDecisions, applyDecisions, verifiedPosition } from './host-decisions.ts';
import type { PlainResult, RunDriver } from './run-driver.ts';
import type { ResumeOptions, RunRequest } from './run-request.ts';

/** Resumes suspended and orphaned runs of agents, exactly once each time. */
export class RunResumer {
  readonly #parts: EngineParts;
  readonly #driver: RunDriver;
  readonly #agents: AgentRegistry;

  constructor(parts: EngineParts, driver: RunDriver, agents: AgentRegistry) {
    this.#parts = parts;
    this.#driver = driver;
    this.#agents = agents;
  }

  /** Resumes a run with a token. One transaction uses the token and claims the run, before anything is executed. */
  async resumeByToken(
    upstream: Runner,
    expected: string | undefined,
    { token, human_response }: ResumeOptions,
    request: RunRequest,
    agent?: AnyAgent,
  ): Promise<PlainResult> {
    const claim = await this.#parts.claims.byToken(token, expected);
    return this.#resume(upstream, claim, request, { humanResponse: human_response, agent });
  }

  /** Stores a decision and claims the run in one transaction, so that no run is decided without an owner. */
  async resumeByDecision(
    upstream: Runner,
    decision: CallDecision,
    request: RunRequest,
  ): Promise<PlainResult> {
    const claim = await this.#parts.claims.byDecision(decision);
    const humanResponse = request.extensions.resume?.human_response;
    return this.#resume(upstream, claim, request, { humanResponse });
  }

  /** Resumes a run from upstream's state object, as drop-in programs do. The host decided with `state.approve()`. */
  async resumeByState(
    upstream: Runner,
    agent: AnyAgent,
    state: RunState<unknown, AnyAgent>,
    request: RunRequest,
  ): Promise<PlainResult> {
    const { waiting, ownership, context } = this.#parts;
    const { runId, segment } = verifiedPosition(state, context.keyring);
    const run = await ownership.require(await waiting.find(runId));
    await context.stops.requireStarted(run.agent_name);
    if (run.segment !== segment)
      throw badToken(
        `Run ${runId} has continued since this state was created, so the state cannot be used again.`,
      );
    await adoptDecisions(state, await waiting.approvalsOf(runId), context.approvals);
    return this.#claimAndContinue({ run, entitlement: [] }, request, (claimed) =>
      this.#drive(upstream, claimed, request, agent, (approvals) => {
        applyDecisions(state, approvals);
        return state;
      }),
    );
  }

  /** Resumes an orphaned run. The journal replays the responses of the model before the crash. */
  async resumeOrphaned(found: RunRecord, upstream: Runner): Promise<OrphanOutcome<PlainResult>> {
    const agent = this.#agents.get(found.agent_name);
    const claimed = await this.#parts.claims.claimOrphaned(found);
    if ('asked' in claimed) return { kind: 'asked', approvals: claimed.asked };
    const result = await this.#continue(upstream, claimed, { extensions: {}, upstream: {} }, agent);
    return { kind: result.interruptions.length > 0 ? 'suspended' : 'done', result };
  }

  async #resume(
    upstream: Runner,
    claim: Claim,
    request: RunRequest,
    given: { readonly humanResponse: string | undefined; readonly agent?: AnyAgent | undefined },
  ): Promise<PlainResult> {
    const { claims } = this.#parts;
    let agent = given.agent;
    const own = await claims.requireOwn(claim, (name) => {
      agent ??= this.#agents.get(name);
    });
    const known = agent ?? this.#agents.get(own.run.agent_name);
    return this.#claimAndContinue(own, request, (claimed) =>
      this.#continue(upstream, claimed, request, known, given.humanResponse),
    );
  }

  /**
   * Claims the run with the first commit of its continuation. The caller of a streamed run receives the stream earlier, so
   * there the claim is stored first.
   */
  async #claimAndContinue(
    claim: Claim,
    request: RunRequest,
    resume: (claimed: ClaimedRun) => Promise<PlainResult>,
  ): Promise<PlainResult> {
    const { claims } = this.#parts;
    const claimed = await claims.claim(claim, { mayDefer: request.upstream['stream'] !== true });
    try {
      return await resume(claimed);
    } catch (error) {
      if (claimed.deferred?.isStale !== true) throw error;
      // The run changed since it was read, for example by a decision about another call. Nothing was executed.
      return resume(await claims.claim({ ...claim, verified: undefined }));
    }
  }

  #continue(
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
    claimed: ClaimedRun,
    request: RunRequest,
    agent: AnyAgent,
    input: (approvals: readonly HumanApprovalRequest[]) => unknown,
  ): Promise<PlainResult> {
    const { claims, ends, context } = this.#parts;
    const user = context.principals.of(agent.name, claimed.settings.user, request.extensions.user);
    const { run, approvals } = await claims.load(claimed, { ...claimed.settings, user });
    const options = request.upstream;
    return this.#driver.drive({
      upstream,
      run: new Run(run, ends),
      agent,
      input: () => input(approvals),
      options,
    });
  }
}
