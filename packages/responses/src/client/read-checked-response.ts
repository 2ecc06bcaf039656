import { ResponsesError } from '../errors/responses-error.ts';
import { readResponse } from '../events/read-response.ts';
import type { ResponseOutcome } from '../events/response-outcome.ts';
import { isRecord } from '../json/is-record.ts';

/** Reads the body of a response. Throws when it is not a response object. */
export function readCheckedResponse(body: unknown): ResponseOutcome {
  const isResponse = isRecord(body) && (Array.isArray(body['output']) || typeof body['id'] === 'string');
  if (!isResponse) throw new ResponsesError('upstream_shape', 'The body is not a response object.');
  return readResponse(body);
}
