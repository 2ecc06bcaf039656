import { isRecord } from '../../api/is-record.ts';
import { readList } from '../../api/read-list.ts';
import type { ChatMessage } from './chat-queries.ts';

/** Reads the messages that an answer has added to a conversation. */
export function readConversation(reply: unknown): ChatMessage[] {
  const given = isRecord(reply) ? reply['conversation'] : undefined;
  const messages = Array.isArray(given) ? readList(given, readMessage) : undefined;
  if (messages === undefined) throw new TypeError('The answer has another form than this page knows.');
  return messages;
}

function readMessage(value: unknown): ChatMessage | undefined {
  if (!isRecord(value)) return undefined;
  const { id, sessionId, role, content, createdAt } = value;
  const isTold = typeof id === 'string' && typeof sessionId === 'string' && typeof content === 'string';
  if (!isTold || typeof createdAt !== 'number') return undefined;
  return role === 'user' || role === 'assistant' ? { id, sessionId, role, content, createdAt } : undefined;
}
