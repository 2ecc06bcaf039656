import { randomUUID } from 'node:crypto';
import { Usage, type ModelResponse } from '../sdk/upstream.ts';

/**
 * The host's own tool calls as if a model had asked for them first: they pass the gate, may wait for a person and are
 * recorded like any other.
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
