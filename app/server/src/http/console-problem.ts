import { ERROR_CATALOG, SekishoError } from 'sekisho';
import { ConsoleError, consoleErrorStatuses } from '../errors/console-error.ts';
import type { Problem } from './problem.ts';

/** Converts an expected error of the console to a problem. Undefined for any other error. */
export function consoleProblem(error: unknown): Problem | undefined {
  if (error instanceof ConsoleError) {
    const { code, message: title, facts } = error;
    return { status: consoleErrorStatuses[code], code, title, facts };
  }
  if (!(error instanceof SekishoError)) return undefined;
  const known = ENGINE_PROBLEMS.get(error.code);
  const titleJa = ERROR_CATALOG[error.code].cause.ja;
  return known && { ...known, title: error.message, titleJa, facts: { engine_code: error.code } };
}

/** RunHost errors that are caused by the request; all others are internal errors. */
const ENGINE_PROBLEMS: ReadonlyMap<string, Pick<Problem, 'status' | 'code'>> = new Map([
  ['AGENTS-E-APPROVAL-NOT-FOUND', { status: 404, code: 'NotFound' }],
  ['AGENTS-E-RUN-NOT-FOUND', { status: 404, code: 'NotFound' }],
  ['AGENTS-E-APPROVAL-INVALID', { status: 400, code: 'InvalidRequest' }],
  ['AGENTS-E-INPUT-INVALID', { status: 400, code: 'InvalidRequest' }],
  ['AGENTS-E-RUN-CONFLICT', { status: 409, code: 'RunConflict' }],
  ['AGENTS-E-RESUME-TOKEN', { status: 409, code: 'RunConflict' }],
  ['AGENTS-E-STOPPED', { status: 409, code: 'RunConflict' }],
  ['AGENTS-E-STORE', { status: 503, code: 'StoreUnavailable' }],
  ['AGENTS-E-LOG-ROLLBACK', { status: 503, code: 'StoreUnavailable' }],
  ['AGENTS-E-LOG-STORE', { status: 503, code: 'StoreUnavailable' }],
] as const);
