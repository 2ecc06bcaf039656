import type { AgentExtensionsOptions } from '../contracts/run-options.ts';
import type { AgentInputItem, AnyAgent, NonStreamRunOptions, RunState } from '../sdk/upstream.ts';

/** Our additions to the options of a run. */
export interface WithExtensions {
  readonly extensions?: AgentExtensionsOptions | undefined;
}

/** Options of a run that is taken up again: upstream's own, as far as they make sense there, and ours. */
export type ResumeRunOptions = Omit<NonStreamRunOptions<unknown>, 'stream'> & WithExtensions;

/** What a run may start from: words, items, or the state of an interrupted run. */
export type RunInput<TContext, TAgent extends AnyAgent> =
  | string
  | AgentInputItem[]
  | RunState<TContext, TAgent>;
