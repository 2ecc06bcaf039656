import type { Integration } from '@sekisho/engine/integration';
import { readCall } from './read-calls.ts';
import { isRecord, textOf } from './read-value.ts';

/** Reads a stored response of the model: its text, and the arguments of its calls. */
export const readStep: NonNullable<Integration['readStep']> = ({ name, segment, value }) => {
  const [, loop = '', position] = /^([^]*):m(\d+)$/.exec(name) ?? [];
  if (position === undefined) return undefined;
  const response: unknown = JSON.parse(value);
  const output: readonly unknown[] =
    isRecord(response) && Array.isArray(response['output']) ? response['output'] : [];
  const calls = output.flatMap((item) => readCall(item) ?? []);
  return {
    turn: `${loop}#${segment}.${position}:`,
    loop,
    position: Number(position),
    text: output.flatMap(messageText).join('\n\n'),
    inputs: new Map(calls.map(({ callId, rawArguments }) => [callId, rawArguments])),
  };
};

function messageText(item: unknown): string[] {
  if (!isRecord(item) || item['type'] !== 'message' || !Array.isArray(item['content'])) return [];
  const parts = item['content'].filter(isRecord).map((part) => textOf(part['text'] ?? part['refusal']));
  return parts.filter((part) => part !== '');
}
