import { createHash } from 'node:crypto';
import type { ChatMessage } from './conversation/conversation.ts';

const MAX_CHARACTERS = 1000;

/**
 * Returns a keyed hash of the user and assistant messages. It reveals no text, and is undefined without a salt. The
 * system prompt is excluded: it would fill most of the 1000 characters and make different conversations equal.
 */
export function auditHash(messages: readonly ChatMessage[], salt: string | undefined): string | undefined {
  if (salt === undefined || salt === '') return undefined;
  const joined = messages
    .filter(({ role }) => role !== 'system')
    .map(({ role, content }) => `${role}:${content}\n`)
    .join('');
  // The text is truncated by code points, so that no surrogate pair is split.
  const normalized = Array.from(joined.replace(/\s+/g, ' ')).slice(0, MAX_CHARACTERS).join('');
  return createHash('sha256')
    .update(salt + normalized)
    .digest('hex');
}
