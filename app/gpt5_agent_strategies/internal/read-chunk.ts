import { isRecord, type JsonRecord } from './json-record.ts';

/** A chunk of a tool call; without an id or a name it continues the previous call. */
export type ToolCallChunk = {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
};

/** The parsed content of a chunk of a model's response. */
export type ChunkContent = {
  readonly text: string;
  readonly toolCalls: readonly ToolCallChunk[];
  readonly usage: JsonRecord | undefined;
};

/**
 * Parses a chunk of a response, streamed (`delta`) or complete. Missing and unknown parts are skipped, because a
 * damaged chunk must not end a run.
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

function readPiece(call: JsonRecord): ToolCallChunk {
  const called = recordOf(call['function']);
  return { id: textOf(call['id']), name: textOf(called['name']), arguments: called['arguments'] ?? '' };
}

function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
