import * as openai from '@openai/agents-openai';
import type { RunInput, WithExtensions } from '../runner/run-request.ts';
import type { DropInRunResult, DropInStreamedRunResult } from '../runner/gated-run-result.ts';
import {
  Runner as UpstreamRunner,
  type AnyAgent,
  type NonStreamRunOptions,
  type RunConfig,
  type StreamRunOptions,
} from '../openai-agents/upstream.ts';
import { defaultRunner } from './default-runner.ts';
import { runnerDefaults } from './create-upstream-runner.ts';
import { followTraces } from './tracing.ts';

/** Upstream's Runner with its configuration and events, and with the gate of the default runner for every tool call. */
export class Runner extends UpstreamRunner {
  constructor(config: Partial<RunConfig> = {}) {
    super({ ...runnerDefaults(), ...config });
    followTraces(this, config);
  }

  override run<TAgent extends AnyAgent, TContext = undefined>(
    agent: TAgent,
    input: RunInput<TContext, TAgent>,
    options?: NonStreamRunOptions<TContext, TAgent> & WithExtensions,
  ): Promise<DropInRunResult<TContext, TAgent>>;
  override run<TAgent extends AnyAgent, TContext = undefined>(
    agent: TAgent,
    input: RunInput<TContext, TAgent>,
    options?: StreamRunOptions<TContext, TAgent> & WithExtensions,
  ): Promise<DropInStreamedRunResult<TContext, TAgent>>;
  override run(agent: AnyAgent, input: string | object, options?: object): Promise<never> {
    const { runOn }: { runOn: CallableFunction } = defaultRunner();
    return Reflect.apply(runOn, defaultRunner(), [upstreamOf(this), agent, input, options]);
  }
}

/** Returns the same runner with upstream's own `run`, so that the gated run does not call our `run` again. */
function upstreamOf(runner: Runner): UpstreamRunner {
  return new Proxy(runner, {
    get: (target, key) =>
      key === 'run' ? UpstreamRunner.prototype.run.bind(target) : Reflect.get(target, key, target),
  });
}

/** Upstream's function, with a runner whose tool calls pass the gate of the default runner. */
export const withResponsesWebSocketSession: typeof openai.withResponsesWebSocketSession = (
  callback,
  options = {},
) =>
  openai.withResponsesWebSocketSession(({ provider }) => {
    const runner = new Runner({ ...options.runnerConfig, modelProvider: provider });
    return callback({ provider, runner, run: runner.run.bind(runner) });
  }, options);
