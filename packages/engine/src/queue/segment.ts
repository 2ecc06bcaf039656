import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';

/** One segment of a run, from its start or resume to its end or next wait, with the id that engines use. */
export interface Segment {
  readonly segment_id: string;
  readonly run_id: string;
  readonly segment: number;
}

/** The outcome of an orphaned or queued run. */
export type OrphanOutcome<TResult = unknown> =
  | { readonly kind: 'done' | 'suspended'; readonly result: TResult }
  /** A call may have had its effect before the crash; a person has to decide first. */
  | { readonly kind: 'asked'; readonly approvals: readonly HumanApprovalRequest[] };

/** The outcome of a segment that a worker claimed. */
export type SegmentOutcome<TResult = unknown> =
  | OrphanOutcome<TResult>
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The run has ended, waits, is executed by another process, or was written by a newer version. */
  | { readonly kind: 'elsewhere' };
