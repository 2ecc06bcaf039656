import { Usage, type Model, type ModelRequest, type ModelResponse } from 'sekisho';
import { DEMO_SCENARIOS, type ScriptedScenario } from './demo-scenarios.ts';

/**
 * The simulated model of the playground. It follows the script of the scenario with the given task. It derives its
 * position in the script from the conversation, so any process can continue a run that another one began.
 */
export class ScenarioModel implements Model {
  readonly #pause: () => Promise<void>;

  constructor(pause: () => Promise<void>) {
    this.#pause = pause;
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    await this.#pause();
    const text = JSON.stringify(request.input);
    const scenario = DEMO_SCENARIOS.find(({ task }) => mentions(text, task.en) || mentions(text, task.ja));
    const results = resultsIn(request.input);
    const turn = scenario && turnAfter(scenario, results.length);
    const output: ModelResponse['output'] =
      turn === undefined
        ? [message(finalText(results, text))]
        : turn.map(({ tool, args }, index) => ({
            type: 'function_call' as const,
            callId: `call_${results.length + index + 1}`,
            status: 'completed' as const,
            name: tool,
            arguments: JSON.stringify(args),
          }));
    return { usage: usageOf(text, JSON.stringify(output)), output };
  }

  getStreamedResponse(): AsyncIterable<never> {
    throw new Error('The simulated model of the playground does not support streaming.');
  }
}

const mentions = (json: string, task: string) => json.includes(JSON.stringify(task).slice(1, -1));

/** Returns the turn after a number of results. Undefined at the end of the script. */
function turnAfter({ turns }: ScriptedScenario, results: number) {
  let before = 0;
  return turns.find((turn) => {
    const isNext = before === results;
    before += turn.length;
    return isNext;
  });
}

function resultsIn(input: ModelRequest['input']): string[] {
  if (typeof input === 'string') return [];
  return input
    .filter((item) => item.type === 'function_call_result')
    .map(({ output }) => (typeof output === 'string' ? output : JSON.stringify(output)));
}

function finalText(results: readonly string[], text: string): string {
  const isJapanese = /[ぁ-んァ-ン]/.test(text);
  const refused = results.some((result) => /A person declined|expired without a decision/.test(result));
  if (refused) {
    return isJapanese
      ? '依頼の一部は承認されなかったため、実行していません。'
      : 'A part of this was not approved, so I did not do it.';
  }
  return isJapanese ? 'すべて終わりました。' : 'Everything is done.';
}

function message(text: string): ModelResponse['output'][number] {
  return {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text }],
  };
}

// Four characters per token are a common estimate; the simulated model has no cost.
function usageOf(input: string, output: string): Usage {
  const inputTokens = Math.ceil(input.length / 4);
  const outputTokens = Math.ceil(output.length / 4);
  return new Usage({ requests: 1, inputTokens, outputTokens, totalTokens: inputTokens + outputTokens });
}
