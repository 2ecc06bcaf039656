import type { RunEvent } from '../contracts/run-event.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { readCall } from '../sdk/tool-calls-of.ts';
import type { AnyAgent } from '../sdk/upstream.ts';
import type { GatedStreamedRunResult } from './gated-run-result.ts';

/** Tells a streamed run as plain events. A refusal keeps its code; anything else that breaks the stream is AGENTS-E-STREAM. */
export async function* streamRunEvents<TContext, TAgent extends AnyAgent>(
  start: () => Promise<GatedStreamedRunResult<TContext, TAgent>>,
): AsyncGenerator<RunEvent> {
  try {
    const stream = await start();
    for await (const event of stream) {
      const told = tell(event);
      if (told) yield told;
    }
    await stream.completed;
    for (const { approval_id, tool_id, tool_kind, prompt } of stream.interruptions) {
      yield { type: 'interruption', approval_id, tool_name: tool_id, tool_kind, prompt };
    }
    if (stream.interruptions.length === 0)
      yield { type: 'final', run_id: stream.run_id, final_output: stream.finalOutput };
  } catch (cause) {
    if (cause instanceof SekishoError) throw cause;
    throw new SekishoError('AGENTS-E-STREAM', 'The stream of the run broke before its end.', { cause });
  }
}

function tell(event: object): RunEvent | undefined {
  const data = read(event, 'data');
  switch (read(event, 'type')) {
    case 'raw_model_stream_event':
      return read(data, 'type') === 'output_text_delta'
        ? { type: 'text', delta: String(read(data, 'delta')) }
        : undefined;
    case 'agent_updated_stream_event':
      return { type: 'agent', agent_name: String(read(read(event, 'agent'), 'name')) };
    case 'run_item_stream_event':
      return tellItem(String(read(event, 'name')), read(read(event, 'item'), 'rawItem'));
    default:
      return undefined;
  }
}

const read = (from: unknown, key: string): unknown => Reflect.get(Object(from), key);

function tellItem(name: string, raw: unknown): RunEvent | undefined {
  const call = readCall(raw);
  if (name === 'tool_called' && call) {
    return {
      type: 'tool_call',
      tool_call: { call_id: call.callId, tool_name: call.wireName, arguments: call.rawArguments },
    };
  }
  if (name !== 'tool_output') return undefined;
  const item = Object(raw);
  return {
    type: 'tool_result',
    tool_call: {
      call_id: String(Reflect.get(item, 'callId')),
      tool_name: String(Reflect.get(item, 'name') ?? ''),
    },
  };
}
