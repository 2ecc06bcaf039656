import { withTrace } from '@openai/agents-core';
import type { Model, ModelRequest, ModelResponse, StreamEvent } from '../../src/openai-agents/upstream.ts';

type DoneEvent = Extract<StreamEvent, { type: 'response_done' }>;

/** The result of one model call, whole or streamed. */
export interface Answer {
  readonly output: ModelResponse['output'];
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

/** Returns a request with one tool and the changes of a test. */
export function requestFor(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    systemInstructions: 'Be brief.',
    input: 'What is the weather?',
    modelSettings: {},
    tools: [WEATHER_TOOL],
    outputType: 'text',
    handoffs: [],
    tracing: false,
    ...changes,
  };
}

const WEATHER_TOOL: ModelRequest['tools'][number] = {
  type: 'function',
  name: 'get_weather',
  description: 'Tells the weather of a city.',
  strict: true,
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
};

/** Calls the model in one of the two ways and waits for the complete response. */
export async function ask(model: Model, request: ModelRequest, way: 'whole' | 'streamed'): Promise<Answer> {
  // Upstream's model requires a trace when it does not stream; the runner opens one.
  if (way === 'whole') return withTrace('test', () => model.getResponse(request));
  let done: DoneEvent | undefined;
  for await (const event of model.getStreamedResponse(request)) {
    if (event.type === 'response_done') done = event;
  }
  if (done === undefined) throw new Error('The stream ended without response_done.');
  return { output: done.response.output, usage: done.response.usage };
}
