import { setDefaultModelProvider, Usage, type Model, type ModelRequest } from 'sekisho';
import type { ScriptedItem } from 'sekisho/testing';

/** The arguments with which the model of the documentation calls each tool. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  get_weather: '{"city":"Kyoto"}',
  delete_file: '{"path":"old-draft.txt"}',
  files__read_text_file: '{"path":"opening-hours.txt"}',
  skill_search: '{"query":"green tea"}',
  skill_tea: '{"task":"Make tea for two."}',
};

/** A model that calls the first offered tool once, and then returns the result of the tool. */
const model: Model = {
  getResponse: async (request) => ({ usage: new Usage({ requests: 1 }), output: answerTo(request).items }),
  async *getStreamedResponse(request) {
    const { items, text } = answerTo(request);
    yield { type: 'response_started' };
    if (text !== undefined) yield { type: 'output_text_delta', delta: text };
    const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
    yield { type: 'response_done', response: { id: 'response_1', output: items, usage } };
  },
};

function answerTo({ input, tools }: ModelRequest): { items: ScriptedItem[]; text?: string } {
  const result = typeof input === 'string' ? undefined : input.findLast(isResult);
  const [tool] = tools;
  if (result === undefined && tool) {
    const call = { type: 'function_call', callId: 'call_1', status: 'completed', name: tool.name } as const;
    return { items: [{ ...call, arguments: ARGUMENTS[tool.name] ?? '{}' }] };
  }
  const message = { type: 'message', role: 'assistant', status: 'completed' } as const;
  const text = JSON.stringify(result);
  return { items: [{ ...message, content: [{ type: 'output_text', text }] }], text };
}

const isResult = (item: object) => Reflect.get(item, 'type') === 'function_call_result';

setDefaultModelProvider({ getModel: () => model });
