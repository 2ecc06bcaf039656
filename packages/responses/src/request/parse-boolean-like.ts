import { ResponsesError } from '../errors/responses-error.ts';

/** Reads true/false, "true"/"false", 1/0, "1"/"0" and nothing else; a wrong value names its parameter. */
export function parseBooleanLike(value: unknown, name: string): boolean {
  if (value === true || value === 1 || value === 'true' || value === '1') return true;
  if (value === false || value === 0 || value === 'false' || value === '0') return false;
  throw new ResponsesError('invalid_argument', `"${name}" must be true, false, 1 or 0.`, {
    upstream: { param: name },
  });
}
