import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '../flow/clock.ts';

/** The dependencies and limits of the runtime. */
export type Runtime = {
  readonly clock: Clock;
  readonly createId: () => string;
  readonly fetch: typeof globalThis.fetch;
  /** Adjacent deltas within this time are merged to one message; 0 sends each delta. */
  readonly coalesceMs: number;
  readonly heartbeatMs: number;
  /** Longer requests are discarded before they fill the memory. */
  readonly maxRequestBytes: number;
  /** Called when a request starts; the returned function is called when the request has ended. */
  readonly beginWork: () => () => void;
};

/** Creates the runtime of a real plugin with the given changes. */
export function createRuntime(options: Partial<Runtime> = {}): Runtime {
  return {
    clock: systemClock,
    createId: () => randomUUID().replaceAll('-', ''),
    fetch: globalThis.fetch,
    coalesceMs: 40,
    heartbeatMs: 10_000,
    maxRequestBytes: 128 * 1024 * 1024,
    beginWork: () => () => {},
    ...options,
  };
}
