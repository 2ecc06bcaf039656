import { SekishoError } from '@sekisho/engine';
import type { RefusalDetails } from '../sdk/mediator.ts';
import type { RawCall } from '../sdk/planned-call.ts';

/** Returns the error of a run that the gate stopped at a call. `cause` is the failure of the judge, if it failed. */
export function gateDenied(
  call: RawCall,
  why: string,
  { code = 'AGENTS-E-GATE-DENIED', cause }: RefusalDetails,
): SekishoError {
  return new SekishoError(
    code,
    `The gate stopped the run at ${call.wireName || 'a tool call'}: ${why}`,
    cause === undefined ? undefined : { cause },
  );
}
