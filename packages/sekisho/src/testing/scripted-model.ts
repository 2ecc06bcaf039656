import {
  Usage,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type StreamEvent,
} from '../openai-agents/upstream.ts';

/** An output item of a model: a text, a call or a reasoning step. */
export type ScriptedItem = Extract<StreamEvent, { type: 'response_done' }>['response']['output'][number];

/** One response of a scripted model: its items, or a function that creates them from the request. */
export type ScriptedStep = ScriptedItem[] | ((request: ModelRequest, turn: number) => ScriptedItem[]);

/** A model with scripted responses that counts its requests. */
export type CountingModel = Model & { readonly turns: number };

/**
 * Creates a deterministic model for tests and benchmarks: the n-th request receives the n-th step, and later requests
 * receive the text "done". It stores no requests, so its cost does not grow with the history.
 */
export function scriptedModel(steps: readonly ScriptedStep[]): CountingModel {
  let turns = 0;
  const answer = (request: ModelRequest): ScriptedItem[] => {
    const step = steps[turns] ?? [assistantText('done')];
    turns += 1;
    return typeof step === 'function' ? step(request, turns) : step;
  };
  return {
    get turns() {
      return turns;
    },
    getResponse: async (request): Promise<ModelResponse> => {
      const output = answer(request);
      return { responseId: `scripted_${turns}`, output, usage: new Usage() };
    },
    async *getStreamedResponse(request): AsyncGenerator<StreamEvent> {
      yield { type: 'response_started' };
      const output = answer(request);
      for (const text of textsOf(output)) yield { type: 'output_text_delta', delta: text };
      const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
      yield { type: 'response_done', response: { id: `scripted_${turns}`, output, usage } };
    },
  };
}

/** Creates a call of a function tool as a model returns it. `args` that are a string are sent unchanged. */
export function functionCall(
  callId: string,
  name: string,
  args: string | Readonly<Record<string, unknown>> = {},
): ScriptedItem {
  return {
    type: 'function_call',
    callId,
    name,
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
    status: 'completed',
  };
}

/** Creates a text response of the model. */
export function assistantText(text: string): ScriptedItem {
  return {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text }],
  };
}

function textsOf(output: readonly ScriptedItem[]): string[] {
  const texts: string[] = [];
  for (const item of output) {
    if (item.type !== 'message' || !('role' in item) || item.role !== 'assistant') continue;
    for (const part of item.content) if (part.type === 'output_text') texts.push(part.text);
  }
  return texts;
}
