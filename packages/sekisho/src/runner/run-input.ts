import type { AgentExtensionsOptions } from './run-options.ts';
import type { AgentInputItem, AnyAgent, NonStreamRunOptions, RunState } from '../openai-agents/upstream.ts';

/** The options that this package adds to a run. */
export interface WithExtensions {
  readonly extensions?: AgentExtensionsOptions | undefined;
}

/** The options of a resumed run: those of upstream that apply to it, and ours. */
export type ResumeRunOptions = Omit<NonStreamRunOptions<unknown>, 'stream'> & WithExtensions;

/** The input of a run: a text, items, or the state of an interrupted run. */
export type RunInput<TContext, TAgent extends AnyAgent> =
  | string
  | AgentInputItem[]
  | RunState<TContext, TAgent>;
