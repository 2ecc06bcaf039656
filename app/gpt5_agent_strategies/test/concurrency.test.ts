import { open, realpath } from 'node:fs/promises';
import { serveStdio } from '@sekisho/dify-plugin';
import { describe, expect, it } from 'vitest';
import type { DifyCall } from '../../../packages/dify-plugin/test/daemon-session.ts';
import { StdioDaemon } from '../../../packages/dify-plugin/test/stdio-daemon.ts';
import { readSettings } from '../config/env.ts';
import { createGpt5AgentPlugin } from '../provider/gpt5_agent.ts';
import { calls, piece, systemClock, text, defaultParams, type LlmQuestion } from './strategy-harness.ts';

const RUNS = 100;

/** A slow model that calls a tool with its query and returns the result. */
async function* answer(call: DifyCall): AsyncGenerator {
  const request: unknown = call.request;
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  if (call.type === 'tool') {
    yield text(`found ${(request as { tool_parameters: { q: string } }).tool_parameters.q}`);
    return;
  }
  const { prompt_messages: messages } = request as LlmQuestion;
  const last = messages.at(-1)!;
  if (last.role === 'user') yield calls('search', { q: last.content }, 'call_1');
  else yield* [piece('I '), piece(last.content)];
}

describe('concurrent runs', () => {
  it('do not share state', async () => {
    const daemon = new StdioDaemon({ answer });
    let ids = 0;
    const plugin = createGpt5AgentPlugin({
      clock: systemClock,
      createId: () => `id-${(ids += 1)}`,
      local: { root: '/files', access: { open, realpath } },
      settings: readSettings({}),
    });
    const served = serveStdio(plugin, { input: daemon.input, output: daemon.fromPlugin });
    const sessions = Array.from({ length: RUNS }, (_none, n) =>
      daemon.request({
        type: 'agent_strategy',
        action: 'invoke_agent_strategy',
        agent_strategy_provider: 'gpt5_agent',
        agent_strategy: n % 2 === 0 ? 'gpt5_function_calling' : 'gpt5_react',
        agent_strategy_params: {
          ...defaultParams,
          query: `question ${n}`,
          emit_intermediate_thoughts: false,
        },
      }),
    );
    await Promise.all(sessions.map(({ done }) => done));
    daemon.closeInput();
    await served;
    const said = sessions.map(({ items }) =>
      items.flatMap(({ type, message }) => (type === 'text' ? message.text : [])).join(''),
    );
    expect(said).toEqual(Array.from({ length: RUNS }, (_none, n) => `I found question ${n}`));
    expect(sessions.flatMap(({ errors }) => errors)).toEqual([]);
  });
});
