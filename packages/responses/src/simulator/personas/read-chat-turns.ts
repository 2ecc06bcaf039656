import type { JsonRecord } from '../../json/is-record.ts';
import { readRecord, readRecords, readString } from '../../json/read-field.ts';
import type { Turn } from './persona.ts';

/** Converts chat messages to turns for a persona. */
export function readChatTurns(messages: readonly JsonRecord[]): Turn[] {
  return messages.flatMap((message): Turn[] => {
    const role = readString(message, 'role');
    const text =
      readString(message, 'content') ??
      readRecords(message, 'content')
        .map((part) => readString(part, 'text') ?? '')
        .join('');
    if (role === 'tool')
      return [{ role: 'result', callId: readString(message, 'tool_call_id') ?? '', output: text }];
    if (role === 'user' || role === 'system' || role === 'developer') return [{ role, text }];
    if (role !== 'assistant') return [];
    const calls = readRecords(message, 'tool_calls').map((call): Turn => {
      const definition = readRecord(call, 'function') ?? {};
      return {
        role: 'call',
        callId: readString(call, 'id') ?? '',
        name: readString(definition, 'name') ?? '',
        arguments: readString(definition, 'arguments') ?? '',
      };
    });
    return text === '' ? calls : [{ role, text }, ...calls];
  });
}
