import type { AnyAgent, RunState } from './upstream.ts';

/** Which gated run a run state belongs to. */
export interface StateOwner {
  readonly runId: string;
  readonly segment: number;
  /** Makes the seal that a serialised state carries. */
  readonly seal: (digest: string) => string;
}

/** What a state that was read from text says about itself; nothing of it is believed before the seal was checked. */
export interface StateClaim {
  readonly runId: string;
  readonly segment: number;
  readonly digest: string;
  readonly seal: string;
}

/** Remembers that a live state came out of a gated run. */
export function ownState(state: object, owner: StateOwner): void {
  owners.set(state, owner);
}

/** The gated run that this live state came out of. */
export function ownerOf(state: object): StateOwner | undefined {
  return owners.get(state);
}

/**
 * Whether a live state of ours begins a new run: one that has ended or failed, so that no call in it waits for anybody
 * and running it carries nothing out that was not judged then.
 */
export function startsNewRun(state: Pick<RunState<unknown, AnyAgent>, '_currentStep'>): boolean {
  return owners.has(state) && state._currentStep?.type !== 'next_step_interruption';
}

/** Remembers what a state that was read from text claims. */
export function claimState(state: object, claim: StateClaim): void {
  claims.set(state, claim);
}

/** What a state that was read from text claims. */
export function claimOf(state: object): StateClaim | undefined {
  return claims.get(state);
}

/** Calls that the host approved for the rest of the run. */
export function rememberSticky(state: object, callId: string): void {
  const calls = sticky.get(state) ?? new Set();
  sticky.set(state, calls.add(callId));
}

export function isSticky(state: object, callId: string): boolean {
  return sticky.get(state)?.has(callId) ?? false;
}

const owners = new WeakMap<object, StateOwner>();
const claims = new WeakMap<object, StateClaim>();
const sticky = new WeakMap<object, Set<string>>();
