import { Usage, type Model, type ModelRequest, type ModelResponse } from 'sekisho';

/**
 * A model that follows a script: look into the folder, try to delete the old draft, tell what came of it. Where it is in
 * the script it reads from the conversation, so a second process continues where the first one stopped.
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
    throw new Error('The model of this story does not stream.');
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
