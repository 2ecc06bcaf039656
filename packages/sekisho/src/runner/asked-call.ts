import type { CallVerdict } from '../sdk/planned-call.ts';
import type { DecidedCall } from './decide-call.ts';

/** Why a person is asked when only the tool wants it. */
export const HOST_ASKS = 'The tool itself asks for approval.';

/** The verdict on a call whose arguments cannot be judged. */
export const answer = (fault: string): CallVerdict => ({
  kind: 'answer',
  text: `${fault} The tool was not run.`,
});

/** The same call with a question to a person for this reason. */
export const askedCall = (decided: DecidedCall, reason: string): DecidedCall => ({
  ...decided,
  decision: { ...decided.decision, decision: 'needs_human', reason },
});

/** Why a call does not run whose outcome a crash hid. */
export const UNKNOWN =
  'A crash hid whether it was carried out, and nobody said that it was or that it may run again.';
