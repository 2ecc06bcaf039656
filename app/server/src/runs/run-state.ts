import { QUEUE_OWNER, type RunRecord, type RunStatus } from 'sekisho';

/** The status of a run as people understand it. */
export const RUN_STATES = [
  'running',
  'waiting',
  'decided',
  'continuing',
  'interrupted',
  'done',
  'stopped',
  'failed',
  'expired',
] as const;
export type RunState = (typeof RUN_STATES)[number];

/**
 * Returns the state of a run. `waiting`: for a person. `decided`: a person decided, and no process of its application has
 * continued it yet. `continuing`: it continues after a decision. `interrupted`: its process ended, and none is running.
 * `stopped`: the gate stopped it.
 */
export function runState(
  { status, owner, segment }: Pick<RunRecord, 'status' | 'owner' | 'segment'>,
  { waiting, isProgramRunning }: { readonly waiting: number; readonly isProgramRunning: boolean },
): RunState {
  switch (status) {
    case 'suspended':
      return waiting > 0 ? 'waiting' : 'decided';
    case 'running':
      if (owner === QUEUE_OWNER && segment > 0) return 'decided';
      if (!isProgramRunning) return 'interrupted';
      return segment > 0 ? 'continuing' : 'running';
    case 'denied':
      return 'stopped';
    case 'done':
    case 'failed':
    case 'expired':
      return status;
  }
}

/** Returns the stored status of the runs that can have this state. */
export function storedStatusOf(state: RunState): RunStatus | undefined {
  switch (state) {
    case 'waiting':
      return 'suspended';
    // A decided run is suspended until it is queued.
    case 'decided':
      return undefined;
    case 'running':
    case 'continuing':
    case 'interrupted':
      return 'running';
    case 'stopped':
      return 'denied';
    case 'done':
    case 'failed':
    case 'expired':
      return state;
  }
}
