import type { Segment } from './segment.ts';
import type { WorkerHandle, WorkerOptions, WorkerQueue } from './worker.ts';

/** An engine that queues and executes segments. Without one, the store itself is the queue. */
export interface SegmentHost {
  /** Prepares the engine for `enqueue`. Called once, before the store is opened and outside of every transaction. */
  open?(): Promise<void>;
  /**
   * Adds segments to the engine's queue inside the transaction that makes them ready, so that neither exists without the
   * other. `transaction` is provided by the store: for PostgreSQL it is the client that executes the transaction.
   */
  enqueue?(transaction: unknown, segments: readonly Segment[]): Promise<void>;
  /** Starts executing segments in this process. */
  work(queue: WorkerQueue, options: WorkerOptions): Promise<WorkerHandle>;
}
