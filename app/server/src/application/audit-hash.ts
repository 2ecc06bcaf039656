import { createHash } from 'node:crypto';
import type { ChatMessage } from '../domain/conversation.ts';

const MOST_CHARACTERS = 1000;

/** A fingerprint of a conversation that shows its text to nobody; none without a salt. */
export function auditHash(messages: readonly ChatMessage[], salt: string | undefined): string | undefined {
  if (salt === undefined || salt === '') return undefined;
  const joined = messages.map(({ role, content }) => `${role}:${content}\n`).join('');
  // Characters are code points, so that the cut never leaves half of one.
  const normalized = Array.from(joined.replace(/\s+/g, ' ')).slice(0, MOST_CHARACTERS).join('');
  return createHash('sha256')
    .update(salt + normalized)
    .digest('hex');
}
