import { setDefaultModelProvider, Usage, type Model, type ModelRequest, type ModelResponse } from 'sekisho';

/** What the model of the documentation calls each tool with. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  get_weather: '{"city":"Kyoto"}',
  delete_file: '{"path":"old-draft.txt"}',
  files__read_text_file: '{"path":"opening-hours.txt"}',
  skill_tea: '{"task":"Make tea for two."}',
};

/** A model that calls the first tool it is shown, once, and then says what the tool answered. */
const model: Model = {
  getResponse: async (request) => answerTo(request),
  async *getStreamedResponse(request) {
    const { output } = answerTo(request);
    yield { type: 'response_started' };
    for (const item of output) {
      const [part] = item.type === 'message' && item.role === 'assistant' ? item.content : [];
      if (part?.type === 'output_text') yield { type: 'output_text_delta', delta: part.text };
    }
    const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
    yield { type: 'response_done', response: { id: 'response_1', output, usage } };
  },
};

function answerTo({ input, tools }: ModelRequest): ModelResponse {
  const usage = new Usage({ requests: 1 });
  const result = typeof input === 'string' ? undefined : input.findLast(isResult);
  const [tool] = tools;
  if (result === undefined && tool) {
    const call = { type: 'function_call', callId: 'call_1', status: 'completed', name: tool.name } as const;
    return { usage, output: [{ ...call, arguments: ARGUMENTS[tool.name] ?? '{}' }] };
  }
  const message = { type: 'message', role: 'assistant', status: 'completed' } as const;
  const text = JSON.stringify(result);
  return { usage, output: [{ ...message, content: [{ type: 'output_text', text }] }] };
}

const isResult = (item: object) => Reflect.get(item, 'type') === 'function_call_result';

setDefaultModelProvider({ getModel: () => model });
