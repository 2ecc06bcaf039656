import type { AnyAgent } from '../openai-agents/upstream.ts';
import type { NonStreamRunOptions, StreamRunOptions } from '../openai-agents/upstream.ts';
import type { RunInput, WithExtensions } from '../runner/run-request.ts';
import type { DropInRunResult, DropInStreamedRunResult } from '../runner/gated-run-result.ts';
import { defaultRunner } from './default-runner.ts';

/** Runs an agent as upstream's `run` does, with the gate of the default runner for every tool call. */
export function run<TAgent extends AnyAgent, TContext = undefined>(
  agent: TAgent,
  input: RunInput<TContext, TAgent>,
  options?: NonStreamRunOptions<TContext, TAgent> & WithExtensions,
): Promise<DropInRunResult<TContext, TAgent>>;
export function run<TAgent extends AnyAgent, TContext = undefined>(
  agent: TAgent,
  input: RunInput<TContext, TAgent>,
  options?: StreamRunOptions<TContext, TAgent> & WithExtensions,
): Promise<DropInStreamedRunResult<TContext, TAgent>>;
export function run(agent: AnyAgent, input: string | object, options?: object): Promise<unknown> {
  return Reflect.apply(defaultRunner().run, defaultRunner(), [agent, input, options]);
}
