import type { ToolCallRequest } from '../../contracts/tool-call-request.ts';
import type { AnyAgent } from '../../sdk/upstream.ts';

/** An agent that is about to make one call, and how to recognise that call when the judge is asked about it. */
export interface PreparedCase {
  readonly agent: AnyAgent;
  readonly isTarget: (request: ToolCallRequest) => boolean;
  /** How many effects there were, where the body cannot call `count` because it lives in another process. */
  readonly effects?: () => number;
  readonly close?: () => Promise<void>;
}

/** One road to an effect. `prepare` makes an agent that takes it once; every effect calls `count`. */
export interface MediationCase {
  readonly name: string;
  /**
   * What a question to a person leads to: the run waits, or it stops because upstream cannot wait there, or the body is
   * skipped because the code between swallows the interruption.
   */
  readonly onHuman: 'waits' | 'stops' | 'skips';
  readonly prepare: (count: () => void) => PreparedCase | Promise<PreparedCase>;
}
