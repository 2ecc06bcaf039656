import { randomUUID } from 'node:crypto';
import { Usage, type ModelResponse } from '../openai-agents/upstream.ts';

/**
 * Returns the host's own tool calls as a response of the model: they pass the gate, may require approval and are recorded
 * like any other call.
 */
export function openingCalls(
  calls: readonly {
    tool_name: string;
    args: Readonly<Record<string, unknown>>;
    call_id?: string | undefined;
  }[],
): ModelResponse {
  return {
    usage: new Usage(),
    output: calls.map(({ tool_name: name, args, call_id: callId }) => ({
      type: 'function_call',
      callId: callId ?? `host_${randomUUID()}`,
      name,
      arguments: JSON.stringify(args),
      status: 'completed',
    })),
  };
}
