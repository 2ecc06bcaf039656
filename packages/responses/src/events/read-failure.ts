import type { JsonRecord } from '../json/is-record.ts';
import { readString } from '../json/read-field.ts';
import type { FailureReport } from './response-outcome.ts';

/** Reads the `error` of a response or of an error event. */
export function readFailure(error: JsonRecord): FailureReport {
  const code = readString(error, 'code');
  const param = readString(error, 'param');
  return {
    ...(code === undefined ? {} : { code }),
    message: readString(error, 'message') ?? 'The response failed without a message.',
    ...(param === undefined ? {} : { param }),
  };
}
