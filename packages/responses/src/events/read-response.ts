import { ResponseReducer } from './response-reducer.ts';
import type { ResponseOutcome } from './response-outcome.ts';

/** Reads a complete response of any shape, as a call without streaming or a retrieval returns it. */
export function readResponse(response: unknown): ResponseOutcome {
  const reducer = new ResponseReducer();
  reducer.applyResponse(response);
  return reducer.read();
}
