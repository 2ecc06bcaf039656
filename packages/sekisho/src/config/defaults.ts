import { SekishoError } from '../errors/sekisho-error.ts';

/** Numbers that a host may change, with what they are when it does not. */
export const DEFAULTS = {
  /** How long a resume token is good, counted from the decision. */
  resumeTokenTtlSec: 900,
  /** How long a person may take to answer; after that the question has expired, which is not a no. */
  approvalTtlSec: 86_400,
  /** How long a safety agent may think before its silence means no. */
  judgeTimeoutMs: 30_000,
  /** After this long without a sign of life, another process may take over a run. */
  leaseMs: 30_000,
  /** Arguments larger than this are refused before anybody looks at them. */
  maxArgumentBytes: 1_048_576,
  /** After so many audit records a signed checkpoint follows. */
  checkpointEvery: 500,
} as const;

/** Reads a positive whole number of an environment variable, or says which variable is wrong. */
export function positiveInteger(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text.trim() === '') return fallback;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    `${name} must be a positive whole number, but is "${text}".`,
  );
}
