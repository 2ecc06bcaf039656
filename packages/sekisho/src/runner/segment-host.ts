import type { Segment, SegmentQueue } from './segment-queue.ts';
import type { WorkerHandle, WorkerOptions } from './worker.ts';

/** Where segments are queued and carried out. Without one, the store itself is the queue. */
export interface SegmentHost {
  /** Makes ready what `enqueue` needs; called once, before the store is opened and outside of every transaction. */
  open?(): Promise<void>;
  /**
   * Puts segments on the engine's queue inside the transaction that makes them ready, so that there is never one without
   * the other. `transaction` is whatever the store hands over: for PostgreSQL the client that holds the transaction.
   */
  enqueue?(transaction: unknown, segments: readonly Segment[]): Promise<void>;
  /** Begins to carry segments out in this process. */
  work(queue: SegmentQueue, options: WorkerOptions): Promise<WorkerHandle>;
}
