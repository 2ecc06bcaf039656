import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '../flow/clock.ts';

/** What the runtime takes from its surroundings, and its rhythm. */
export type Runtime = {
  readonly clock: Clock;
  readonly createId: () => string;
  readonly fetch: typeof globalThis.fetch;
  /** Neighbouring deltas within this time become one message; 0 sends each one. */
  readonly coalesceMs: number;
  readonly heartbeatMs: number;
  /** Longer requests are thrown away before they fill the memory. */
  readonly maxRequestBytes: number;
  /** Told when a request begins to be served; what it returns is told when the request is over. */
  readonly beginWork: () => () => void;
};

/** The surroundings of a real plugin, with what the caller wants otherwise. */
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
