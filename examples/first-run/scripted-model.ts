import { Usage, type Model, type ModelRequest, type ModelResponse } from 'sekisho';

/**
 * A model with fixed responses: list the folder, request the deletion of the old draft, report the result. It derives
 * its
 * position from the conversation, so a second process continues at the same position.
 */
export class ScriptedModel implements Model {
  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    const results = resultsIn(request.input);
    switch (results.length) {
      case 0:
        return answer({ name: 'list_files', arguments: '{}' });
      case 1:
        return answer({ name: 'delete_file', arguments: '{"name":"old-draft.txt"}' });
      default:
        return answer(`delete_file: ${results.at(-1)}`);
    }
  }

  getStreamedResponse(): AsyncIterable<never> {
    throw new Error('The scripted model does not support streaming.');
  }
}

function resultsIn(input: ModelRequest['input']): string[] {
  if (typeof input === 'string') return [];
  return input.filter((item) => item.type === 'function_call_result').map(({ output }) => textOf(output));
}

function textOf(output: unknown): string {
  if (typeof output === 'string') return output;
  return typeof output === 'object' && output !== null ? String(Reflect.get(output, 'text')) : '';
}

function answer(content: string | { name: string; arguments: string }): ModelResponse {
  const usage = new Usage({ requests: 1 });
  if (typeof content === 'object') {
    const call = { type: 'function_call', callId: `call_${content.name}`, status: 'completed' } as const;
    return { usage, output: [{ ...call, ...content }] };
  }
  const message = { type: 'message', role: 'assistant', status: 'completed' } as const;
  return { usage, output: [{ ...message, content: [{ type: 'output_text', text: content }] }] };
}
