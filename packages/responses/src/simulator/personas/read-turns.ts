import { isRecord, type JsonRecord } from '../../json/is-record.ts';
import { readRecords, readString } from '../../json/read-field.ts';
import { openItems } from '../output/seal-content.ts';
import type { Turn } from './persona.ts';

/** Converts input and output items to turns for a persona. Other items are ignored. */
export function readTurns(items: readonly JsonRecord[]): Turn[] {
  return items.flatMap((item) => {
    if (readString(item, 'type') !== 'compaction') return readTurn(item) ?? [];
    const inside = openItems(readString(item, 'encrypted_content') ?? '') ?? [];
    return inside.flatMap((hidden) => (isRecord(hidden) ? (readTurn(hidden) ?? []) : []));
  });
}

function readTurn(item: JsonRecord): Turn | undefined {
  const type = readString(item, 'type') ?? 'message';
  if (type === 'function_call') {
    return {
      role: 'call',
      callId: readString(item, 'call_id') ?? '',
      name: readString(item, 'name') ?? '',
      arguments: readString(item, 'arguments') ?? '',
    };
  }
  if (type === 'function_call_output') {
    return { role: 'result', callId: readString(item, 'call_id') ?? '', output: readText(item, 'output') };
  }
  const role = readString(item, 'role');
  if (type !== 'message') return undefined;
  if (role === 'user' || role === 'system' || role === 'developer' || role === 'assistant') {
    return { role, text: readText(item, 'content') };
  }
  return undefined;
}

function readText(item: JsonRecord, name: string): string {
  const text = readString(item, name);
  if (text !== undefined) return text;
  return readRecords(item, name)
    .map((part) => readString(part, 'text') ?? '')
    .join('');
}
