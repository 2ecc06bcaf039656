import type { JsonRecord } from '../json/is-record.ts';
import { readRecords, readString } from '../json/read-field.ts';
import type { StoredTurn } from './transcript-store.ts';

/**
 * Returns the input that repeats earlier turns to a server that has not stored them. Ids are omitted because the
 * server would look them up. Reasoning is included only in encrypted form.
 */
export function toReplayItems(turns: readonly StoredTurn[]): JsonRecord[] {
  return turns.flatMap((turn) => [...turn.input, ...turn.output.flatMap((item) => toReplayItem(item))]);
}

function toReplayItem(item: JsonRecord): JsonRecord[] {
  const type = readString(item, 'type');
  if (type === 'message') return [toReplayMessage(item)];
  if (type === 'reasoning') return readString(item, 'encrypted_content') === undefined ? [] : [item];
  if (type === 'function_call') {
    const { id: _id, status: _status, ...call } = item;
    return [call];
  }
  // The answer already contains the results of a search or a code run.
  return [];
}

function toReplayMessage(message: JsonRecord): JsonRecord {
  const phase = readString(message, 'phase');
  return {
    type: 'message',
    role: 'assistant',
    content: readRecords(message, 'content').map((part) => {
      const refusal = readString(part, 'refusal');
      if (refusal !== undefined) return { type: 'refusal', refusal };
      return { type: 'output_text', text: readString(part, 'text') ?? '', annotations: [] };
    }),
    ...(phase === undefined ? {} : { phase }),
  };
}
