import { randomBytes } from 'node:crypto';
import { digestOfText } from '../checks/digest.ts';

/**
 * Creates a token with 256 random bits. The prefix lets secret scanners find a leaked token. The run id in it is not
 * secret and identifies the run to resume.
 */
export function makeResumeToken(runId: string): string {
  return `rt_${runId}.${randomBytes(32).toString('base64url')}`;
}

/** Returns the run id in a token, or undefined for a text that is not a token. */
export function runOfToken(token: string): string | undefined {
  return /^rt_(.{1,128})\.[\w-]{43}$/.exec(token)?.[1];
}

/**
 * Returns the hash of a token. Tokens are stored and found only by it. The hash includes the segment, so a token of an
 * earlier wait is not valid for a later one.
 */
export function hashResumeToken(token: string, segment: number): string {
  return digestOfText(`${token}\n${segment}`);
}
