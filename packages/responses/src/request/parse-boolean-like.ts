import { ResponsesError } from '../errors/responses-error.ts';

/** Parses true/false, "true"/"false", 1/0 and "1"/"0". Throws an error with the parameter name for other values. */
export function parseBooleanLike(value: unknown, name: string): boolean {
  if (value === true || value === 1 || value === 'true' || value === '1') return true;
  if (value === false || value === 0 || value === 'false' || value === '0') return false;
  throw new ResponsesError('invalid_argument', `"${name}" must be true, false, 1 or 0.`, {
    upstream: { param: name },
  });
}
