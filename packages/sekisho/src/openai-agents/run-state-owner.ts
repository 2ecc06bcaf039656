import type { AnyAgent, RunState } from './upstream.ts';

/** The gated run that a run state belongs to. */
export interface StateOwner {
  readonly runId: string;
  readonly segment: number;
  /** Creates the seal of a serialized state. */
  readonly seal: (digest: string) => string;
}

/** The claims of a state that was read from text. They are not trusted before the seal is verified. */
export interface StateClaim {
  readonly runId: string;
  readonly segment: number;
  readonly digest: string;
  readonly seal: string;
}

/** Stores the gated run of a live state. */
export function ownState(state: object, owner: StateOwner): void {
  owners.set(state, owner);
}

/** Returns the gated run of a live state. */
export function ownerOf(state: object): StateOwner | undefined {
  return owners.get(state);
}

/**
 * Returns whether a live state of ours starts a new run: its run has ended or failed, so no call in it is pending, and
 * running it executes nothing that is not judged then.
 */
export function startsNewRun(state: Pick<RunState<unknown, AnyAgent>, '_currentStep'>): boolean {
  return owners.has(state) && state._currentStep?.type !== 'next_step_interruption';
}

/** Stores the claims of a state that was read from text. */
export function claimState(state: object, claim: StateClaim): void {
  claims.set(state, claim);
}

/** Returns the claims of a state that was read from text. */
export function claimOf(state: object): StateClaim | undefined {
  return claims.get(state);
}

/** Stores that the host approved a call for the rest of the run. */
export function rememberSticky(state: object, callId: string): void {
  const calls = sticky.get(state) ?? new Set();
  sticky.set(state, calls.add(callId));
}

/** Returns whether the host approved a call for the rest of the run. */
export function isSticky(state: object, callId: string): boolean {
  return sticky.get(state)?.has(callId) ?? false;
}

const owners = new WeakMap<object, StateOwner>();
const claims = new WeakMap<object, StateClaim>();
const sticky = new WeakMap<object, Set<string>>();

/** Returns the text that the seal of a serialized state covers. */
export const sealText = (runId: string, segment: number, digest: string) =>
  `run-state\n${runId}\n${segment}\n${digest}`;
