import { Usage, type Model, type ModelRequest, type ModelResponse } from '@openai/agents-core';

/** The script of a model: `calls` concurrent calls in each of `turns` turns, then a final text. */
export interface ModelScript {
  readonly turns: number;
  readonly calls: number;
  readonly tool: string;
  /** Called once more after the turns, for a tool that waits for a person. */
  readonly last?: string;
}

/** A model that responds from its script in constant time: the length of the history determines the turn. */
export function scriptModel({ turns, calls, tool, last }: ModelScript): Model {
  const answer = ({ input }: ModelRequest): ModelResponse => {
    const turn = typeof input === 'string' ? 0 : Math.floor((input.length - 1) / (2 * Math.max(1, calls)));
    if (turn < turns) return respond(Array.from({ length: calls }, (_, index) => call(tool, turn, index)));
    const waits = last !== undefined && typeof input !== 'string' && input.length === 1 + 2 * turns * calls;
    return respond(waits ? [call(last, turn, 0)] : [MESSAGE]);
  };
  return {
    getResponse: async (request) => answer(request),
    getStreamedResponse: () => {
      throw new Error('The scripted model does not support streaming.');
    },
  };
}

type OutputItem = ModelResponse['output'][number];

const MESSAGE: OutputItem = {
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'The weather is fine in all of them.' }],
};

function call(name: string, turn: number, index: number): OutputItem {
  const callId = `call_${turn}_${index}`;
  const args = JSON.stringify({ city: `City ${turn} ${index}`, days: 3 });
  return { type: 'function_call', callId, name, arguments: args, status: 'completed' };
}

function respond(output: OutputItem[]): ModelResponse {
  return { usage: new Usage({ inputTokens: 10, outputTokens: 10, totalTokens: 20 }), output };
}
