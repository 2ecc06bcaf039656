import { SekishoError, type ToolKind } from '@sekisho/engine';
import { readCall } from '../openai-agents/read-items.ts';
import { read, textOf } from '../openai-agents/read-value.ts';
import { StreamedRunResult } from '../openai-agents/upstream.ts';
import type { PlainResult } from './run-driver.ts';

/** The events that `runStream` and `resumeStream` emit during a run. */
export type RunEvent = { readonly run_id: string } & (
  | { readonly type: 'text'; readonly delta: string }
  | {
      readonly type: 'tool_call';
      readonly tool_call: {
        readonly call_id: string;
        readonly tool_name: string;
        readonly arguments: string;
      };
    }
  | {
      readonly type: 'tool_result';
      readonly tool_call: { readonly call_id: string; readonly tool_name: string };
    }
  | { readonly type: 'agent'; readonly agent_name: string }
  | {
      readonly type: 'interruption';
      readonly approval_id: string;
      readonly tool_name: string;
      readonly tool_kind: ToolKind;
      readonly prompt: string;
    }
  | { readonly type: 'final'; readonly final_output: unknown }
);

/** Yields a streamed run as plain events. Errors with a code are unchanged; any other failure is AGENTS-E-STREAM. */
export async function* streamRunEvents(start: () => Promise<PlainResult>): AsyncGenerator<RunEvent> {
  try {
    const stream = await start();
    if (!(stream instanceof StreamedRunResult)) throw new TypeError('The run was not started as a stream.');
    const { run_id } = stream;
    for await (const event of stream) {
      const plain = toRunEvent(run_id, event);
      if (plain) yield plain;
    }
    await stream.completed;
    for (const { approval_id, tool_id, tool_kind, prompt } of stream.interruptions) {
      yield { type: 'interruption', run_id, approval_id, tool_name: tool_id, tool_kind, prompt };
    }
    if (stream.interruptions.length === 0) yield { type: 'final', run_id, final_output: stream.finalOutput };
  } catch (cause) {
    if (cause instanceof SekishoError) throw cause;
    throw new SekishoError('AGENTS-E-STREAM', 'The stream of the run failed before its end.', { cause });
  }
}

function toRunEvent(run_id: string, event: object): RunEvent | undefined {
  const data = read(event, 'data');
  switch (read(event, 'type')) {
    case 'raw_model_stream_event':
      return read(data, 'type') === 'output_text_delta'
        ? { type: 'text', run_id, delta: String(read(data, 'delta')) }
        : undefined;
    case 'agent_updated_stream_event':
      return { type: 'agent', run_id, agent_name: String(read(read(event, 'agent'), 'name')) };
    case 'run_item_stream_event':
      return itemEvent(run_id, String(read(event, 'name')), read(read(event, 'item'), 'rawItem'));
    default:
      return undefined;
  }
}

function itemEvent(run_id: string, name: string, raw: unknown): RunEvent | undefined {
  const call = readCall(raw);
  if (name === 'tool_called' && call) {
    const { callId: call_id, wireName: tool_name, rawArguments } = call;
    return { type: 'tool_call', run_id, tool_call: { call_id, tool_name, arguments: rawArguments } };
  }
  if (name !== 'tool_output') return undefined;
  const tool_call = { call_id: String(read(raw, 'callId')), tool_name: textOf(read(raw, 'name')) };
  return { type: 'tool_result', run_id, tool_call };
}
