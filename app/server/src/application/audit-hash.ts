import { createHash } from 'node:crypto';
import type { ChatMessage } from '../domain/conversation.ts';

const MAX_CHARACTERS = 1000;

/**
 * A fingerprint of what user and assistant said; it reveals no text, and there is none without a salt. The system prompt
 * is left out: it would fill most of the 1000 characters and make different conversations equal.
 */
export function auditHash(messages: readonly ChatMessage[], salt: string | undefined): string | undefined {
  if (salt === undefined || salt === '') return undefined;
  const joined = messages
    .filter(({ role }) => role !== 'system')
    .map(({ role, content }) => `${role}:${content}\n`)
    .join('');
  // Characters are code points, so that the cut never leaves half of one.
  const normalized = Array.from(joined.replace(/\s+/g, ' ')).slice(0, MAX_CHARACTERS).join('');
  return createHash('sha256')
    .update(salt + normalized)
    .digest('hex');
}
