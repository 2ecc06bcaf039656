import { randomBytes } from 'node:crypto';
import { digestOfText } from '../contracts/digest.ts';

/**
 * A fresh token with 256 bits from the system's generator. The prefix lets secret scanners find a leaked one, and the
 * run id in it, which is no secret, says what it continues.
 */
export function makeResumeToken(runId: string): string {
  return `rt_${runId}.${randomBytes(32).toString('base64url')}`;
}

/** The run that a token says it continues; undefined for a text that is no token. */
export function runOfToken(token: string): string | undefined {
  return /^rt_(.{1,128})\.[\w-]{43}$/.exec(token)?.[1];
}

/**
 * The only form in which a token is stored or looked up. The segment is part of it: after the run has waited a second
 * time, a token of the first wait is worth nothing.
 */
export function hashResumeToken(token: string, segment: number): string {
  return digestOfText(`${token}\n${segment}`);
}
