import { z } from 'zod';

/** The fields of a request to the Responses API that the script needs. */
export const modelRequestSchema = z.object({
  /** The name of the tool and the number of calls, such as `get_weather-10`. */
  model: z.string().regex(/^[a-z_]+-\d+$/),
  input: z.union([z.string(), z.array(z.looseObject({ type: z.string().optional() }))]),
  stream: z.boolean().optional(),
  tools: z.array(z.unknown()).optional(),
});

/** A request to the scripted model. */
export type ScriptedRequest = z.infer<typeof modelRequestSchema>;

type OutputItem = Readonly<Record<string, unknown>>;

const FINAL_TEXT = 'The weather is fine in all of them, and the forecast for the next days does not change.';

/** Returns the response to a request: the next call of the tool, or a final text after the requested number of calls. */
export function scriptedResponse({ model, input, tools = [] }: ScriptedRequest): OutputItem {
  const separator = model.lastIndexOf('-');
  const [tool, calls] = [model.slice(0, separator), Number(model.slice(separator + 1))];
  const items = typeof input === 'string' ? [] : input;
  const turn = items.filter(({ type }) => type === 'function_call_output').length;
  return {
    id: `resp_${turn}`,
    object: 'response',
    created_at: 1_700_000_000,
    status: 'completed',
    model,
    output: [turn < calls ? callOf(tool, turn) : MESSAGE],
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    usage: {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 120,
    },
  };
}

/** The events of the same response as a stream, with one delta for each word or part of the arguments. */
export function* streamedEvents(request: ScriptedRequest): Generator<OutputItem> {
  const response = scriptedResponse(request);
  const started = { ...response, status: 'in_progress', output: [], usage: null };
  yield { type: 'response.created', response: started };
  yield { type: 'response.in_progress', response: started };
  const [item] = z.array(z.looseObject({ id: z.string(), type: z.string() })).parse(response['output']);
  if (item === undefined) throw new Error('The response has no output.');
  const place = { item_id: item.id, output_index: 0 };
  yield { type: 'response.output_item.added', output_index: 0, item: { ...item, ...emptyItem(item.type) } };
  if (item.type === 'message') yield* textEvents(place);
  else yield* argumentEvents(place, z.string().parse(item['arguments']));
  yield { type: 'response.output_item.done', output_index: 0, item };
  yield { type: 'response.completed', response };
}

function callOf(name: string, turn: number): OutputItem {
  const args = JSON.stringify({ city: `City ${turn} 0`, days: 3 });
  return {
    type: 'function_call',
    id: `fc_${turn}`,
    call_id: `call_${turn}`,
    name,
    arguments: args,
    status: 'completed',
  };
}

const PART = { type: 'output_text', text: FINAL_TEXT, annotations: [], logprobs: [] };
const MESSAGE = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [PART] };

const emptyItem = (type: string): OutputItem => ({
  status: 'in_progress',
  ...(type === 'message' ? { content: [] } : { arguments: '' }),
});

function* argumentEvents(place: OutputItem, text: string): Generator<OutputItem> {
  for (let index = 0; index < text.length; index += 5)
    yield {
      type: 'response.function_call_arguments.delta',
      ...place,
      delta: text.slice(index, index + 5),
    };
  yield { type: 'response.function_call_arguments.done', ...place, arguments: text };
}

function* textEvents(item: OutputItem): Generator<OutputItem> {
  const place = { ...item, content_index: 0 };
  yield { type: 'response.content_part.added', ...place, part: { ...PART, text: '' } };
  for (const word of FINAL_TEXT.split(/(?= )/))
    yield { type: 'response.output_text.delta', ...place, delta: word, logprobs: [] };
  yield { type: 'response.output_text.done', ...place, text: FINAL_TEXT, logprobs: [] };
  yield { type: 'response.content_part.done', ...place, part: PART };
}
