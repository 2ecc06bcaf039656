import { isRecord } from '../json-record.ts';

const MAX_MESSAGE_LENGTH = 400;

/**
 * Returns the message inside an error of a server: a string, `{message}`, `{error: …}`, `{detail}` or a list of
 * these.
 */
export function readErrorMessage(error: unknown): string {
  return findMessage(error, 4).slice(0, MAX_MESSAGE_LENGTH) || 'no reason given';
}

function findMessage(error: unknown, depth: number): string {
  if (typeof error === 'string') return error.trim();
  if (depth === 0) return '';
  if (Array.isArray(error)) return findMessage(error[0], depth - 1);
  if (!isRecord(error)) return '';
  for (const field of ['message', 'error', 'detail', 'status']) {
    const message = findMessage(error[field], depth - 1);
    if (message !== '') return message;
  }
  return '';
}
