import type { PluginMessage, LlmCall } from '@sekisho/dify-plugin';
import type { AgentRun } from './agent-run.ts';
import { explainFailure } from './explain-failure.ts';
import { shouldEmitResponseText, buildRoundPrompt } from './flow.ts';
import type { JsonRecord } from './json-record.ts';
import { limitTime } from './limit-time.ts';
import { RoundReader } from './round-reader.ts';
import type { RequestedCall } from './tool-call-collector.ts';
import { fitPrompt } from './fit-prompt.ts';

/** The response of the model. */
export type ModelResponse = {
  readonly visible: string;
  readonly calls: readonly RequestedCall[];
  /** The reason why the response is incomplete; undefined when it is complete. */
  readonly failure: string | undefined;
  /** The usage that the model reported, if any. */
  readonly usage: JsonRecord | undefined;
};

/** Calls the model once and streams the text for the user. Malformed model output never makes it fail. */
export async function* callModel(
  run: AgentRun,
  question: ModelCallOptions,
): AsyncGenerator<PluginMessage, ModelResponse> {
  const { emitIntermediateThoughts: isLive, model } = run.params;
  const label = `${model.model} Thought`;
  const entry = run.openLog({ label, parentId: question.logId, provider: model.provider });
  yield entry.start();
  run.transcript.startRound();
  const reader = new RoundReader();
  const failure = yield* streamResponse(run, question, reader);
  if (reader.usage !== undefined) run.usage.add(reader.usage);
  const { text, usage } = reader;
  const rest = text.finish();
  // The calls of an interrupted response may be incomplete.
  const calls = failure === undefined ? reader.calls.finish(run.takenCallIds, run.dependencies.createId) : [];
  const answer = { visible: text.visible, calls, failure, usage };
  if (isLive) {
    yield* run.transcript.show(rest);
    if (text.thought === '' && !question.isConcluding) yield* showFallbackThought(run, calls);
  } else if (isToBeShown(run, question, answer)) {
    yield* run.transcript.show(text.visible);
  }
  const data = {
    ...run.logField('output', text.visible),
    ...(isLive && run.logField('thought', text.thought)),
    tool_calls: calls.map(({ id, name }) => ({ id, name })),
  };
  yield entry.finish({ data, error: failure, usage }, run.seconds);
  return answer;
}

/** Reads the response of the model. Returns the reason of an early end, if any. */
async function* streamResponse(
  run: AgentRun,
  question: ModelCallOptions,
  reader: RoundReader,
): AsyncGenerator<PluginMessage, string | undefined> {
  const { context, params, dependencies } = run;
  const until = question.isConcluding ? run.answerUntil : run.workUntil;
  try {
    const chunks = context.dify.streamLlm(toLlmCall(run, question));
    for await (const chunk of limitTime(chunks, until, dependencies.clock)) {
      const live = reader.take(chunk);
      if (params.emitIntermediateThoughts) yield* run.transcript.show(live);
    }
    return undefined;
  } catch (thrown) {
    context.signal.throwIfAborted();
    return explainFailure(thrown, context);
  }
}

function showFallbackThought(run: AgentRun, calls: readonly RequestedCall[]): PluginMessage[] {
  if (calls.length === 0) return [];
  // Reasoning is a separate block, not the end of a line.
  run.transcript.startRound();
  const thought = run.wording.fallbackThought(calls.map(({ name }) => name.slice(0, 64)));
  return run.transcript.show(`<think>\n${thought}\n</think>\n`);
}

function isToBeShown(run: AgentRun, question: ModelCallOptions, { calls, failure }: ModelResponse): boolean {
  const { isConcluding: isFinalIteration, isRetry } = question;
  // A partial answer is shown only when no other attempt follows.
  if (failure !== undefined) return isFinalIteration && (isRetry || run.isOutOfTime);
  const { emitIntermediateThoughts } = run.params;
  const hasToolCalls = calls.length > 0;
  return shouldEmitResponseText({ hasToolCalls, emitIntermediateThoughts, isFinalIteration });
}

// The daemon kills a plugin whose line exceeds 5 MiB, and a model that failed may have received too much input.
const MAX_PROMPT_BYTES = 3 * 1024 * 1024;
const CAREFUL_PROMPT_BYTES = 256 * 1024;

/** The options of a model call. */
type ModelCallOptions = {
  readonly isFirst: boolean;
  readonly isConcluding: boolean;
  /** True after a failure: the prompt is reduced. */
  readonly isRetry: boolean;
  readonly logId: string;
};

/** Creates the call to Dify's model for one round of a run. */
function toLlmCall(run: AgentRun, { isFirst, isConcluding, isRetry }: ModelCallOptions): LlmCall {
  const { provider, model, mode, completion_params: params, entity } = run.params.model;
  const { stop, tool_choice: choice, parallel_tool_calls: parallel, ...rest } = params;
  // Some APIs reject a conversation with calls but without tools, so the retry contains them; new calls are ignored.
  const tools = isConcluding && !isRetry ? [] : run.registry.toPromptTools();
  const features = Array.isArray(entity['features']) ? entity['features'] : undefined;
  const prompt = buildRoundPrompt(run.opening, run.currentThoughts, isConcluding);
  return {
    provider,
    model,
    mode,
    completion_params: {
      ...rest,
      // APIs reject a tool choice without tools, and a forced choice in every round would prevent an answer.
      ...(isFirst && tools.length > 0 && choice !== undefined && { tool_choice: choice }),
      ...(tools.length > 0 && parallel !== undefined && { parallel_tool_calls: parallel }),
    },
    prompt_messages: fitPrompt(prompt, isRetry ? CAREFUL_PROMPT_BYTES : MAX_PROMPT_BYTES),
    tools,
    stop: Array.isArray(stop) ? stop.filter((word) => typeof word === 'string') : [],
    stream: tools.length === 0 || features === undefined || features.includes('stream-tool-call'),
  };
}
