import { SekishoError } from '../errors/sekisho-error.ts';

/** Default values of the settings that a host may change. */
export const DEFAULTS = {
  /** How long a resume token is valid after the decision, in seconds. */
  resumeTokenTtlSec: 900,
  /** How long an approval request stays open, in seconds. After that it is `expired`, which differs from `denied`. */
  approvalTtlSec: 86_400,
  /** How long a safety agent may take. After that the call is denied. */
  judgeTimeoutMs: 30_000,
  /** How long a planner may take. After that the rules plan the task. */
  planTimeoutMs: 5_000,
  /** How long a run may go without a heartbeat before another process may claim it. */
  leaseMs: 30_000,
  /** Larger arguments are rejected before they are evaluated. */
  maxArgumentBytes: 1_048_576,
  /** The number of audit records between two signed checkpoints. */
  checkpointEvery: 500,
} as const;

/**
 * Parses a positive integer from an environment variable. Throws an error that names the variable when it is invalid.
 */
export function positiveInteger(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text.trim() === '') return fallback;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    `${name} must be a positive whole number, but is "${text}".`,
  );
}

/** The version of this package, which is sent to the servers that it connects to. */
export const VERSION = '0.1.0';
