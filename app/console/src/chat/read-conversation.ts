import { answerWarnings } from '../../../server/src/chat/conversation/ai-conversation-error-code.ts';
import { isRecord } from '../api/is-record.ts';
import { readList } from '../api/read-list.ts';
import type { ChatMessage } from '../api/chat/chat-queries.ts';

/** Reads the messages that a response added to a conversation. */
export function readConversation(reply: unknown): ChatMessage[] {
  const given = isRecord(reply) ? reply['conversation'] : undefined;
  const messages = Array.isArray(given) ? readList(given, readMessage) : undefined;
  if (messages === undefined) throw new TypeError('The response has an unknown format.');
  return messages;
}

function readMessage(value: unknown): ChatMessage | undefined {
  if (!isRecord(value)) return undefined;
  const { id, sessionId, role, content, createdAt } = value;
  const isTold = typeof id === 'string' && typeof sessionId === 'string' && typeof content === 'string';
  const given: unknown = value['warnings'];
  const warnings = answerWarnings.filter((code) => Array.isArray(given) && given.includes(code));
  if (!isTold || typeof createdAt !== 'string') return undefined;
  if (role !== 'user' && role !== 'assistant') return undefined;
  // A message that was just created has no rating.
  return { id, sessionId, role, content, warnings, feedback: null, createdAt };
}
