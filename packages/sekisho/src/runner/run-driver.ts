import { setTimeout as sleep } from 'node:timers/promises';
import { SekishoError } from '@sekisho/engine';
import { messageOf } from '@sekisho/engine/integration';
import { stateText } from '../sdk/hook-run-state.ts';
import { ambientScope, RunScope } from '../sdk/run-scope.ts';
import { ownState } from '../sdk/run-state-owner.ts';
import { AgentsError, ToolCallError, type AnyAgent, type Runner } from '../sdk/upstream.ts';
import { addResultFields, type GatedRunResult } from './gated-run-result.ts';
import { guardrailError } from './guardrail-error.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { RunLifecycle } from './run-lifecycle.ts';
import type { RunSession } from './run-session.ts';
import type { RunAttempt, RunSettings, SessionSettings } from './session-settings.ts';
import { isStoreFailure } from './store-failure.ts';
import { causeOf, withCause } from './with-cause.ts';

/** One segment of a run, from its start or resume to its end or next wait. */
export interface Segment {
  readonly upstream: Runner;
  readonly session: RunSession;
  readonly run: RunSettings;
  readonly agent: AnyAgent;
  /** Called inside the gated scope, because reading a saved state lists tools. */
  readonly input: () => unknown;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The data that is needed to store the end of a run. */
type Ending = Pick<Segment, 'session' | 'run'>;

/** A result of upstream, streamed or not. */
export type PlainResult = GatedRunResult<unknown, AnyAgent>;

/** Executes one segment of a run with upstream's loop, and stores its end before the caller receives it. */
export class RunDriver {
  readonly #settings: SessionSettings;
  readonly #lifecycle: RunLifecycle;
  readonly #heartbeat: Heartbeat;

  constructor(settings: SessionSettings, lifecycle: RunLifecycle, heartbeat: Heartbeat) {
    this.#settings = settings;
    this.#lifecycle = lifecycle;
    this.#heartbeat = heartbeat;
  }

  async drive(segment: Segment): Promise<PlainResult> {
    const { session, options } = segment;
    const end = this.#heartbeat.begin();
    // A call that continues after its own time limit is also active.
    const markIdle = () => void session.idle().then(end);
    if (options['stream'] !== true) return this.#runToEnd(segment).finally(markIdle);
    session.onStreamEnd = (stream, failure) => this.#streamEnded(segment, stream, failure).finally(markIdle);
    return this.#start(segment).catch((error: unknown) => {
      // A stream that could not start has no end.
      markIdle();
      throw error;
    });
  }

  async #runToEnd(segment: Segment): Promise<PlainResult> {
    const result = await this.#start(segment);
    await this.#storeEnd(segment, result);
    return result;
  }

  async #start(segment: Segment): Promise<PlainResult> {
    const { upstream, session, agent, options } = segment;
    const result: PlainResult = await ambientScope.run(new RunScope(session, ''), async () => {
      try {
        return await Reflect.apply(upstream.run, upstream, [agent, await segment.input(), options]);
      } catch (error) {
        throw await this.#failed(segment, error);
      }
    });
    this.#addFields(segment, result);
    return result;
  }

  async #streamEnded(
    segment: Segment,
    stream: object,
    failure: { error: unknown } | undefined,
  ): Promise<{ error: unknown } | undefined> {
    try {
      if (failure) return { error: await this.#failed(segment, failure.error) };
      const result: PlainResult = Reflect.get(Object({ stream }), 'stream');
      await this.#storeEnd(segment, result);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  async #storeEnd(segment: Segment, result: PlainResult): Promise<void> {
    try {
      await this.#recordEnd(segment, result);
    } catch (error) {
      if (isStoreFailure(error)) await this.#recordFailure(segment, 'failed', error);
      throw error;
    }
  }

  async #recordEnd({ session, run }: Segment, result: PlainResult): Promise<void> {
    if (session.refusal) {
      await this.#lifecycle.finish(run, session, 'denied', { reason: session.refusal.message });
      throw session.refusal;
    }
    const isOver = result.state.getInterruptions().length === 0;
    // Serialized before the state is bound to the run: the store seals the whole text, so it needs no seal inside.
    const text = isOver ? '' : stateText(result.state);
    this.#bindState(result.state, run);
    if (isOver) {
      const status = wasStopped(result) ? 'failed' : 'done';
      const details = { ...usageOf(result), ...(status === 'failed' && { reason: STREAM_STOPPED }) };
      const end = () => this.#lifecycle.finish(run, session, status, details);
      if (!(await end())) void this.#retryLater(end, session);
      return;
    }
    const continuation = {
      v: 1,
      kind: 'state',
      text,
      profile: run.profile.name,
      requireHumanApproval: run.requireHumanApproval,
      maxTurns: null,
      sessionData: run.sessionData,
      ...session.progress,
    } as const;
    await this.#lifecycle.suspend(run, session, continuation, usageOf(result));
  }

  /** Returns the error for the caller: the denial if there was one, otherwise the error without upstream's wrapper. */
  async #failed({ session, run }: Segment, error: unknown): Promise<unknown> {
    const cause = error instanceof ToolCallError ? unwrap(error) : error;
    const surfaced = session.refusal ?? guardrailError(cause) ?? depthError(cause) ?? withCause(cause);
    const status = session.refusal ? 'denied' : 'failed';
    if (surfaced instanceof AgentsError && surfaced.state) this.#bindState(surfaced.state, run);
    await this.#recordFailure({ session, run }, status, surfaced);
    return surfaced;
  }

  /** Stores the end of a run that cannot continue. While the store is unavailable, this is repeated in the background. */
  async #recordFailure({ session, run }: Ending, status: 'denied' | 'failed', error: unknown): Promise<void> {
    const reason = messageOf(error);
    let isStoreUnavailable = isStoreFailure(error);
    const end = async () => {
      if (!isStoreUnavailable || !(await this.#hasLostCall(run))) {
        return this.#lifecycle.finish(run, session, status, { reason, ...causeOf(error) });
      }
      await this.#lifecycle.releaseRun(run, reason);
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
    void this.#retryLater(end, session);
  }

  /** Releases a run that this process owns but could not start, so that another process can claim it. */
  async releaseRun(run: RunAttempt, error: unknown): Promise<void> {
    const end = async () => {
      await this.#lifecycle.releaseRun(run, messageOf(error));
      return true;
    };
    await end().catch(() => void this.#retryLater(end));
  }

  async #retryLater(end: () => Promise<boolean>, session?: RunSession): Promise<void> {
    for (let pause = MIN_BACKOFF_MS; pause <= MAX_BACKOFF_MS; pause *= 2) {
      await sleep(pause, undefined, { ref: false });
      // The remaining writes may be the reason for the failure, so they are dropped before the last attempt.
      if (pause === MAX_BACKOFF_MS) await session?.drain();
      try {
        if (await end()) return;
      } catch (failure) {
        if (!isStoreFailure(failure)) return;
      }
    }
  }

  /** Returns whether a call may have had its effect without a stored result. Only a person can determine its outcome. */
  async #hasLostCall({ runId, epoch }: RunSettings): Promise<boolean> {
    if (!this.#settings.store.durable) return false;
    const effects = await this.#settings.store.getEffects(runId).catch((cause: unknown) => {
      throw new SekishoError('AGENTS-E-STORE', `The store cannot read the effects of run ${runId}.`, {
        cause,
      });
    });
    return effects.some(
      (each) => each.status === 'started' && each.effect === 'destructive' && each.epoch === epoch,
    );
  }

  #bindState(state: object, { runId, segment }: RunSettings): void {
    ownState(state, {
      runId,
      segment,
      seal: (digest) => this.#settings.keyring.digest(sealText(runId, segment, digest)),
    });
  }

  #addFields({ session, run }: Segment, result: PlainResult): void {
    addResultFields(result, {
      runId: run.runId,
      segment: run.segment,
      profile: run.profile.name,
      policyVersion: run.policyVersion,
      toolCalls: () => session.toolCalls,
      approvals: () => session.pendingApprovals,
    });
  }
}

// About four minutes in total. If the store is unavailable for longer, the run is found after this process has ended.
const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 128_000;

/** Returns the text that the seal of a serialized state covers. */
export const sealText = (runId: string, segment: number, digest: string) =>
  `run-state\n${runId}\n${segment}\n${digest}`;

function usageOf({ runContext }: PlainResult): Record<string, unknown> {
  const { inputTokens, outputTokens, requests } = runContext.usage;
  return { input_tokens: inputTokens, output_tokens: outputTokens, requests };
}

const STREAM_STOPPED = 'The stream was stopped before the run came to its end.';

/** Returns whether the stream was cancelled. Upstream ends such a stream without an error, but the run has no result. */
const wasStopped = (result: PlainResult) =>
  Reflect.get(result, 'cancelled') === true && result.state._currentStep?.type !== 'next_step_final_output';

/** Returns the error of a tool's own hooks without upstream's wrapper, if it is ours or from a guardrail rule. */
function unwrap(error: ToolCallError): unknown {
  const inner: unknown = error.error;
  return inner instanceof SekishoError || guardrailError(inner) ? inner : error;
}

/** Upstream processes arguments recursively, so deep nesting ends the run. Other RangeErrors belong to the host. */
function depthError(cause: unknown): SekishoError | undefined {
  if (!(cause instanceof RangeError) || !/call stack|nested/.test(cause.message)) return undefined;
  const message = 'The model or a tool returned a value that is nested too deeply. The value was not used.';
  return new SekishoError('AGENTS-E-INPUT-INVALID', message, { cause });
}
