import type { ToolCallRequest } from '@sekisho/engine';
import type { AnyAgent } from '../../../src/openai-agents/upstream.ts';

/** An agent that makes one call, and how to recognize that call in the request to the judge. */
export interface PreparedCase {
  readonly agent: AnyAgent;
  readonly isTarget: (request: ToolCallRequest) => boolean;
  /** Returns the number of effects, when the tool body runs in another process and cannot call `count`. */
  readonly effects?: () => number;
  readonly close?: () => Promise<void>;
}

/** One path to an effect. `prepare` creates an agent that takes it once; every effect calls `count`. */
export interface MediationCase {
  readonly name: string;
  /**
   * The result of an approval request: the run waits, or it stops because the Agents SDK cannot wait there, or the body
   * is skipped because the code in between ignores the interruption.
   */
  readonly onHuman: 'waits' | 'stops' | 'skips';
  readonly prepare: (count: () => void) => PreparedCase | Promise<PreparedCase>;
}

/** Creates a case whose agent calls a tool named "erase" once. */
export const erases = (
  name: string,
  makeAgent: (count: () => void) => AnyAgent,
  onHuman: MediationCase['onHuman'] = 'waits',
): MediationCase => ({
  name,
  onHuman,
  prepare: (count) => ({
    agent: makeAgent(count),
    isTarget: ({ tool_name }) => tool_name.endsWith('erase'),
  }),
});

/** Creates a case whose agent calls one tool of a kind once. */
export const callsKind = (
  name: string,
  kind: ToolCallRequest['tool_kind'],
  makeAgent: (count: () => void) => AnyAgent,
  onHuman: MediationCase['onHuman'] = 'waits',
): MediationCase => ({
  name,
  onHuman,
  prepare: (count) => ({ agent: makeAgent(count), isTarget: ({ tool_kind }) => tool_kind === kind }),
});
