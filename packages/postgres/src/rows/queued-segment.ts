import type { Segment } from '@sekisho/engine';

/** A segment that waits for a worker, with the agent whose limits apply to it. */
export interface QueuedSegment extends Segment {
  readonly agent_name: string;
}
