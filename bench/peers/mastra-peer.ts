import { randomUUID } from 'node:crypto';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import type { MastraCompositeStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { agentFor } from './agent-for.ts';
import { aiScriptModel } from './ai-script-model.ts';
import { ASK_TOOL, DESCRIPTION, QUESTION, READ_TOOL, tellWeather, type Peer } from './peer.ts';

const MAX_STEPS = 100;

/** Mastra: an agent with a tool that requires approval; waiting runs are snapshots in its storage. */
export async function openMastra(storage: MastraCompositeStore): Promise<Peer> {
  const host = new Mastra({ storage, logger: false });
  const readers = agentFor((calls) => makeAgent(host, READ_TOOL, calls));
  const asker = makeAgent(host, ASK_TOOL, 1);
  return {
    run: async (calls) => {
      const { text } = await readers(calls).generate(QUESTION, { maxSteps: MAX_STEPS });
      if (text === '') throw new Error('The run did not end.');
    },
    suspend: async () => {
      const runId = randomUUID();
      const { finishReason } = await asker.generate(QUESTION, { runId, maxSteps: MAX_STEPS });
      if (finishReason !== 'suspended') throw new Error(`The run is ${finishReason}.`);
      return runId;
    },
    list: async () => (await asker.listSuspendedRuns()).runs.map(({ runId }) => runId),
    resume: async (runId) => {
      const { text } = await asker.approveToolCallGenerate({ runId, toolCallId: 'call_0' });
      if (text === '') throw new Error('The run did not end.');
    },
    close: () => host.shutdown(),
  };
}

function makeAgent(host: Mastra, toolName: string, calls: number): Agent {
  const weather = createTool({
    id: toolName,
    description: DESCRIPTION,
    inputSchema: z.object({ city: z.string(), days: z.number() }),
    requireApproval: toolName === ASK_TOOL,
    execute: tellWeather,
  });
  const id = `reporter-${toolName}-${calls}`;
  // Mastra contains its own copy of the model interface, which TypeScript treats as a different type.
  const model = aiScriptModel(toolName, calls) as MastraModelConfig;
  const agent = new Agent({ id, name: 'Reporter', instructions: '', model, tools: { [toolName]: weather } });
  host.addAgent(agent);
  return agent;
}
