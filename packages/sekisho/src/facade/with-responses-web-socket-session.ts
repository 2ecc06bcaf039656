import * as openai from '@openai/agents-openai';
import { Runner } from './runner.ts';

/** Upstream's function, with a runner whose tool calls pass the gate of the default runner. */
export const withResponsesWebSocketSession: typeof openai.withResponsesWebSocketSession = (
  callback,
  options = {},
) =>
  openai.withResponsesWebSocketSession(({ provider }) => {
    const runner = new Runner({ ...options.runnerConfig, modelProvider: provider });
    return callback({ provider, runner, run: runner.run.bind(runner) });
  }, options);
