import { randomUUID } from 'node:crypto';
import { Runner, RunState } from '@openai/agents-core';
import { rawAgent } from '../sdk-sides.ts';
import { agentFor } from './agent-for.ts';
import { ASK_TOOL, QUESTION, READ_TOOL, type Peer } from './peer.ts';

const MAX_TURNS = 100;

/** The Agents SDK alone. It has no store: the program stores the serialized states of waiting runs in a map. */
export async function openRaw(): Promise<Peer> {
  const readers = agentFor((calls) => rawAgent({ turns: calls, calls: 1, tool: READ_TOOL }));
  const asker = rawAgent({ turns: 0, calls: 1, tool: READ_TOOL, last: ASK_TOOL });
  const runner = new Runner({ tracingDisabled: true });
  const waiting = new Map<string, string>();
  return {
    run: async (calls) => {
      const { finalOutput } = await runner.run(readers(calls), QUESTION, { maxTurns: MAX_TURNS });
      if (finalOutput === undefined) throw new Error('The run did not end.');
    },
    suspend: async () => {
      const { state } = await runner.run(asker, QUESTION);
      const name = randomUUID();
      waiting.set(name, state.toString());
      return name;
    },
    list: async () => [...waiting.keys()],
    resume: async (name) => {
      const state = await RunState.fromString(asker, waiting.get(name) ?? '');
      waiting.delete(name);
      for (const item of state.getInterruptions()) state.approve(item);
      const { finalOutput } = await runner.run(asker, state);
      if (finalOutput === undefined) throw new Error('The run did not end.');
    },
    close: async () => waiting.clear(),
  };
}
