import { isRecord, type JsonRecord } from './json-record.ts';

/** A piece of a call of a tool; a missing id or name continues the call before. */
export type ToolCallPiece = {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
};

/** What could be understood of a piece of a model's answer. */
export type ChunkContent = {
  readonly text: string;
  readonly toolCalls: readonly ToolCallPiece[];
  readonly usage: JsonRecord | undefined;
};

/**
 * Reads a piece of an answer, streamed (`delta`) or whole. What is missing or has an unknown form is skipped, because a
 * damaged piece must not end a run.
 */
export function readChunk(item: unknown): ChunkContent {
  const whole = recordOf(item);
  const delta = isRecord(whole['delta']) ? whole['delta'] : whole;
  const message = recordOf(delta['message']);
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  return {
    text: readText(message['content']),
    toolCalls: calls.filter(isRecord).map(readPiece),
    usage: isRecord(delta['usage']) ? delta['usage'] : undefined,
  };
}

function readText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isRecord)
    .map((part) => (part['type'] === 'text' ? textOf(part['data']) : ''))
    .join('');
}

function readPiece(call: JsonRecord): ToolCallPiece {
  const called = recordOf(call['function']);
  return { id: textOf(call['id']), name: textOf(called['name']), arguments: called['arguments'] ?? '' };
}

function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
