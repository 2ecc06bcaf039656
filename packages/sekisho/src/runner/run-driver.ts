import type { Run } from '@sekisho/engine';
import { SekishoError } from '@sekisho/engine';
import { isStoreFailure, type EngineParts } from '@sekisho/engine/integration';
import { AgentsSdkAdapter } from '../openai-agents/agents-sdk-adapter.ts';
import { stateText } from '../openai-agents/patch-run-state.ts';
import { ambientScope, RunScope } from '../openai-agents/run-scope.ts';
import { stateRecord } from '../openai-agents/records.ts';
import { sealText } from '../openai-agents/run-state-owner.ts';
import {
  AgentsError,
  StreamedRunResult,
  ToolCallError,
  type AnyAgent,
  type ModelResponse,
  type Runner,
} from '../openai-agents/upstream.ts';
import { addResultFields, type GatedRunResult } from './gated-run-result.ts';
import { guardrailError } from '../guardrails/create-guardrails-template.ts';

/** One segment of a run, from its start or resume to its end or next wait. */
export interface Segment {
  readonly upstream: Runner;
  readonly run: Run;
  readonly agent: AnyAgent;
  /** Called inside the gated scope, because reading a saved state lists tools. */
  readonly input: () => unknown;
  readonly options: Readonly<Record<string, unknown>>;
  /** The calls of the host with which the run begins. */
  readonly opening?: ModelResponse | undefined;
}

/** A segment with the adapter through which the patches reach its run. */
type ActiveSegment = Segment & { readonly adapter: AgentsSdkAdapter };

/** A result of upstream, streamed or not. */
export type PlainResult = GatedRunResult<unknown, AnyAgent>;

/** Executes segments of runs with upstream's loop, and stores their end before the caller receives it. */
export class RunDriver {
  readonly #parts: Pick<EngineParts, 'context' | 'heartbeat'>;

  constructor(parts: Pick<EngineParts, 'context' | 'heartbeat'>) {
    this.#parts = parts;
  }

  async drive(given: Segment): Promise<PlainResult> {
    const { run, options, opening } = given;
    const adapter = new AgentsSdkAdapter(run, this.#parts.context);
    if (opening) adapter.beginWith(opening);
    const segment = { ...given, adapter };
    const end = this.#parts.heartbeat.begin();
    // A call that continues after its own time limit is also active.
    const markIdle = () => void run.idle().then(end);
    if (options['stream'] !== true) return this.#runToEnd(segment).finally(markIdle);
    adapter.onStreamEnd = (stream, failure) => this.#streamEnded(segment, stream, failure).finally(markIdle);
    return this.#start(segment).catch((error: unknown) => {
      // A stream that could not start has no end.
      markIdle();
      throw error;
    });
  }

  async #runToEnd(segment: ActiveSegment): Promise<PlainResult> {
    const result = await this.#start(segment);
    await this.#storeEnd(segment, result);
    return result;
  }

  async #start(segment: ActiveSegment): Promise<PlainResult> {
    const { upstream, adapter, run, agent, options } = segment;
    const result: PlainResult = await ambientScope.run(new RunScope(adapter, ''), async () => {
      try {
        return await Reflect.apply(upstream.run, upstream, [agent, await segment.input(), options]);
      } catch (error) {
        throw await this.#failed(segment, error);
      }
    });
    const { runId, segment: position, profile, policyVersion } = run.settings;
    addResultFields(result, {
      runId,
      segment: position,
      profile: profile.name,
      policyVersion,
      toolCalls: () => run.toolCalls,
      approvals: () => run.pendingApprovals,
    });
    return result;
  }

  async #streamEnded(
    segment: ActiveSegment,
    stream: object,
    failure: { error: unknown } | undefined,
  ): Promise<{ error: unknown } | undefined> {
    try {
      if (failure) return { error: await this.#failed(segment, failure.error) };
      if (!(stream instanceof StreamedRunResult)) throw new TypeError('The run was not started as a stream.');
      await this.#storeEnd(segment, stream);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  async #storeEnd({ run }: ActiveSegment, result: UpstreamResult): Promise<void> {
    try {
      if (run.refusal) {
        await run.close('denied', { reason: run.refusal.message });
        throw run.refusal;
      }
      const isOver = result.state.getInterruptions().length === 0;
      // Serialized before the state is bound to the run: the store seals the whole text, so it needs no seal inside.
      const text = isOver ? '' : stateText(result.state);
      this.#bindState(result.state, run);
      const details = usageOf(result);
      if (!isOver) await run.wait({ state: text, details });
      else if (wasStopped(result)) await run.close('failed', { ...details, reason: STREAM_STOPPED });
      else await run.close('done', details);
    } catch (error) {
      if (isStoreFailure(error)) await run.fail('failed', error);
      throw error;
    }
  }

  /** Returns the error for the caller: the denial if there was one, otherwise the error without upstream's wrapper. */
  async #failed({ run }: ActiveSegment, error: unknown): Promise<unknown> {
    const cause = error instanceof ToolCallError ? unwrap(error) : error;
    const surfaced = run.refusal ?? guardrailError(cause) ?? depthError(cause) ?? withCause(cause);
    if (surfaced instanceof AgentsError && surfaced.state) this.#bindState(surfaced.state, run);
    await run.fail(run.refusal ? 'denied' : 'failed', surfaced);
    return surfaced;
  }

  #bindState(state: object, { settings: { runId, segment } }: Run): void {
    const { keyring } = this.#parts.context;
    const seal = (digest: string) => keyring.digest(sealText(runId, segment, digest));
    stateRecord(state).owner = { runId, segment, seal };
  }
}

type UpstreamResult = Pick<PlainResult, 'state' | 'runContext'>;

function usageOf({ runContext }: UpstreamResult): Record<string, unknown> {
  const { inputTokens, outputTokens, requests } = runContext.usage;
  return { input_tokens: inputTokens, output_tokens: outputTokens, requests };
}

const STREAM_STOPPED = 'The stream was stopped before the run came to its end.';

/** Returns whether the stream was cancelled. Upstream ends such a stream without an error, but the run has no result. */
const wasStopped = (result: UpstreamResult) =>
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

/** Sets `cause`, which loggers read, to the error of a guardrail or an approval function that upstream stores in `error`. */
function withCause(error: unknown): unknown {
  if (!(error instanceof AgentsError) || error.cause !== undefined) return error;
  const inner: unknown = Reflect.get(error, 'error');
  if (inner !== undefined)
    Object.defineProperty(error, 'cause', { value: inner, configurable: true, writable: true });
  return error;
}
