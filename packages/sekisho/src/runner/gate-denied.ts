import { SekishoError } from '../errors/sekisho-error.ts';
import type { RefusalDetails } from '../sdk/mediator.ts';
import type { RawCall } from '../sdk/planned-call.ts';

/** The error of a run that the gate stopped at a call; `cause` is what the judge failed with, if it failed. */
export function gateDenied(
  call: RawCall,
  why: string,
  { code = 'AGENTS-E-GATE-DENIED', cause }: RefusalDetails,
): SekishoError {
  return new SekishoError(
    code,
    `The checkpoint stopped the run at ${call.wireName || 'a tool call'}: ${why}`,
    cause === undefined ? undefined : { cause },
  );
}
