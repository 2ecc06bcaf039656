import { isRecord, textOf } from '../json-record.ts';
import type { JsonRecord } from '../json-record.ts';
import { MESSAGE_EXTRA_CONTENT } from '../replay-data.ts';
import type { WireContext } from './wire-context.ts';

/** Rewrites one message of a request so that a strict server accepts it. */
export function normalizeMessage(message: unknown, context: WireContext): unknown {
  if (!isRecord(message)) return message;
  if (message['role'] === 'assistant') return normalizeAssistantMessage(message, context);
  return { ...message, content: joinPlainText(message['content']) };
}

function normalizeAssistantMessage(message: JsonRecord, context: WireContext): JsonRecord {
  const toolCalls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  const text = joinText(message['content']);
  const next: JsonRecord = {
    role: 'assistant',
    // Ollama rejects null here unless there are tool calls. Strict servers reject an empty text together with calls.
    content: text === '' && toolCalls.length > 0 ? null : text,
  };
  if (isRecord(message['audio'])) next['audio'] = message['audio'];
  if (toolCalls.length > 0)
    next['tool_calls'] = toolCalls.map((call: unknown) => normalizeToolCall(call, context));
  return Object.assign(next, readReplay(message, context));
}

/** Returns earlier output that the provider requires, in its own field and only once. */
function readReplay(message: JsonRecord, context: WireContext): JsonRecord {
  const { replays } = context.capabilities;
  const replay: JsonRecord = {};
  for (const field of ['reasoning_details', 'reasoning_content', 'reasoning'] as const) {
    const isRequired = replays.includes(field) && message[field] !== undefined && message[field] !== null;
    if (isRequired && Object.keys(replay).length === 0) replay[field] = message[field];
  }
  const extraContent = message[MESSAGE_EXTRA_CONTENT];
  if (replays.includes('extra_content') && extraContent !== undefined) replay['extra_content'] = extraContent;
  return replay;
}

function normalizeToolCall(call: unknown, context: WireContext): unknown {
  if (!isRecord(call) || !isRecord(call['function'])) return call;
  const { name, arguments: text } = call['function'];
  const next: JsonRecord = { id: call['id'], type: 'function', function: { name, arguments: text } };
  const isRequired =
    context.capabilities.replays.includes('extra_content') && call['extra_content'] !== undefined;
  if (isRequired) next['extra_content'] = call['extra_content'];
  return next;
}

function joinText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isRecord(part) ? textOf(part['text'] ?? part['refusal']) : '')).join('');
}

/** Joins a list of texts without images to one text, because Ollama converts such a list to several messages. */
function joinPlainText(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  const texts = content.map((part) => (isPlainText(part) ? String(part['text']) : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('\n') : content;
}

function isPlainText(part: unknown): part is JsonRecord {
  return (
    isRecord(part) &&
    part['type'] === 'text' &&
    Object.keys(part).every((key) => key === 'type' || key === 'text')
  );
}
