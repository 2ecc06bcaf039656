import { SekishoError } from '@sekisho/engine';

const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^55P03$/, 'waited too long for another process that writes'],
  [/^(?:53100|53200)$/, 'has no space left'],
  [/^53300$/, 'has no free connection'],
  [/^(?:25006)$/, 'is read-only'],
  [/^42501$/, 'does not let this role do that'],
  [/^(?:3F000|42P01|42883|3D000)$/, 'lacks a table or function'],
  [/^SK002$/, 'does not know this tenant'],
  [/^(?:22|23)/, 'cannot keep a value of this change'],
  [/^(?:08|57P|E[A-Z]+$)/, 'cannot be reached'],
];

/** Converts an error of the driver or the server to a `SekishoError`. */
export function postgresError(error: unknown): SekishoError {
  if (error instanceof SekishoError) return error;
  const code = codeOf(error);
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? 'did not do what was asked';
  return new SekishoError(
    'AGENTS-E-STORE',
    `The PostgreSQL store ${reason}${code === '' ? '' : ` (${code})`}. Check the server and the rights of the role, then try again.`,
    { cause: error },
  );
}

/** Whether the error comes from the driver or the server, not from the code that used them. */
export function isDriverError(error: unknown): boolean {
  return codeOf(error) !== '' || isPlain(error);
}

/** Whether a retry may succeed: the server is restarting, or the connection was lost. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  // The driver reports a lost connection as a plain error without a code.
  if (code === '') return isPlain(error);
  return /^(?:08|57P0[123]|40001|40P01|55P03|53300|25006|E[A-Z])/.test(code);
}

function isPlain(error: unknown): boolean {
  return error instanceof Error && Object.getPrototypeOf(error) === Error.prototype;
}

function codeOf(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : '';
}
