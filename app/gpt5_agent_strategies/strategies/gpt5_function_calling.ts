import type { InvokeAgentStrategyRequest, PluginMessage, SessionContext } from '@sekisho/dify-plugin';
import { AgentRun, type Dependencies } from '../internal/agent-run.ts';
import { callModel, type ModelResponse } from '../internal/call-model.ts';
import { toRetrieverResources } from '../internal/context-data.ts';
import { toAssistantMessage, toToolMessage } from '../internal/flow.ts';
import { chooseNextStep, type RoundEnd } from '../internal/loop.ts';
import { readParams } from '../internal/params.ts';
import { runToolCall } from '../internal/run-tool-call.ts';
import { UsageTotal } from '../internal/usage-total.ts';

/** More calls in one round indicate a malfunction of the model. */
const MAX_CALLS_PER_ROUND = 32;

/** The end of a run, for workflows that branch on it. A run never ends with tool calls. */
const STATUS = {
  answered: 'answered',
  failed: 'model_failed',
  empty: 'no_answer',
  'called-tools': 'no_answer',
} as const;

type RoundResult = Pick<RoundEnd, 'outcome'> & { readonly answer: ModelResponse };

/** An agent that lets a model call tools in rounds until it answers. Every run ends with an answer and its usage. */
export class GPT5FunctionCallingStrategy {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async *invoke(
    request: InvokeAgentStrategyRequest,
    context: SessionContext,
  ): AsyncGenerator<PluginMessage, void> {
    const params = readParams(request.agent_strategy_params);
    if (params.unreadableTools > 0) {
      context.log('WARNING', `${params.unreadableTools} tools have an unknown format and were skipped.`);
    }
    const run = new AgentRun(params, context, this.#dependencies);
    const { maximumIterations } = params;
    let isConcluding = false;
    let iteration = 1;
    let end: RoundResult;
    for (; ; iteration += 1) {
      end = yield* this.#runRound(run, iteration, isConcluding);
      const { isOutOfTime } = run;
      const { outcome } = end;
      const step = chooseNextStep({ iteration, maximumIterations, isConcluding, isOutOfTime, outcome });
      if (step === 'stop') break;
      isConcluding = step === 'conclude';
    }
    yield* this.#showMissingAnswer(run, end);
    const resources = toRetrieverResources(params.context);
    if (resources !== undefined) yield resources;
    // Dify reads the usage from the last JSON message only, so nothing may follow it.
    yield {
      type: 'json',
      json: {
        run: {
          status: STATUS[end.outcome],
          rounds: iteration,
          tool_calls: run.toolCalls,
          failed_tool_calls: run.failedToolCalls,
          forced_conclusion: isConcluding,
        },
        execution_metadata: run.usage.toExecutionMetadata(),
      },
    };
  }

  async *#runRound(
    run: AgentRun,
    iteration: number,
    isConcluding: boolean,
  ): AsyncGenerator<PluginMessage, RoundResult> {
    const entry = run.openLog({ label: `ROUND ${iteration}` });
    yield entry.start();
    const question = { isFirst: iteration === 1, isConcluding, isRetry: false, logId: entry.id };
    const usage = new UsageTotal();
    let answer = yield* callModel(run, question);
    usage.add(answer.usage ?? {});
    if (answer.failure !== undefined && !run.isOutOfTime) {
      answer = yield* callModel(run, { ...question, isRetry: true });
      usage.add(answer.usage ?? {});
    }
    const result: RoundResult = { answer, outcome: outcomeOf(answer, isConcluding) };
    if (result.outcome === 'called-tools') yield* this.#runTools(run, answer, entry.id);
    const data = {
      ...run.logField('output', answer.visible),
      tool_calls: answer.calls.length,
      outcome: result.outcome,
    };
    yield entry.finish({ data, error: answer.failure, usage: usage.toExecutionMetadata() }, run.seconds);
    return result;
  }

  async *#runTools(run: AgentRun, answer: ModelResponse, logId: string): AsyncGenerator<PluginMessage, void> {
    const calls = answer.calls.slice(0, MAX_CALLS_PER_ROUND);
    run.currentThoughts.push(toAssistantMessage(answer.visible, calls));
    // Sequential, so that effects occur in the order of the model's calls.
    for (const call of calls) {
      const text = yield* runToolCall(run, call, logId);
      run.currentThoughts.push(toToolMessage(call, text));
    }
  }

  #showMissingAnswer(run: AgentRun, { outcome }: RoundResult): PluginMessage[] {
    if (outcome === 'answered') return [];
    run.transcript.startRound();
    return run.transcript.show(outcome === 'failed' ? run.wording.modelFailed : run.wording.emptyAnswer);
  }
}

function outcomeOf({ failure, calls, visible }: ModelResponse, isConcluding: boolean): RoundEnd['outcome'] {
  if (failure !== undefined) return 'failed';
  if (calls.length > 0 && !isConcluding) return 'called-tools';
  return visible === '' ? 'empty' : 'answered';
}
