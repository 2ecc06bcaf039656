import { Usage } from '../src/openai-agents/upstream.ts';
import type { Model, ModelRequest, ModelResponse } from '../src/openai-agents/upstream.ts';

/** The reply of a scripted model in one turn. */
export type Reply = { readonly text: string } | { readonly call: string; readonly args: unknown };

/** A model that replies from a script and stores its requests. */
export class ScriptedModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #replies: Reply[];

  constructor(replies: readonly Reply[]) {
    this.#replies = [...replies];
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    this.requests.push(request);
    const reply = this.#replies.shift() ?? { text: 'out of replies' };
    return { usage: new Usage(), output: [itemOf(reply, this.requests.length)] };
  }

  getStreamedResponse(): never {
    throw new Error('not streamed');
  }
}

function itemOf(reply: Reply, turn: number): ModelResponse['output'][number] {
  if ('text' in reply) {
    const content = [{ type: 'output_text' as const, text: reply.text }];
    return { type: 'message', role: 'assistant', id: `message-${turn}`, status: 'completed', content };
  }
  const id = `call-${turn}-${reply.call}`;
  const args = JSON.stringify(reply.args);
  return { type: 'function_call', id, callId: id, name: reply.call, arguments: args, status: 'completed' };
}
