import { randomUUID } from 'node:crypto';
import type { MastraCompositeStore } from '@mastra/core/storage';
import { QUESTION } from '../peers/peer.ts';
import type { Effect, Instance } from './instance.ts';
import { mastraReporter } from './mastra-reporter.ts';

/** An agent of Mastra whose tool requires approval, which `approveToolCallGenerate` decides. */
export function openMastraAgentInstance(
  storage: MastraCompositeStore,
  effect: Effect,
  close: () => Promise<void>,
): Instance {
  const { agent, host } = mastraReporter(storage, effect, true);
  return {
    suspend: async () => {
      const runId = randomUUID();
      const { finishReason } = await agent.generate(QUESTION, { runId, maxSteps: 5 });
      if (finishReason !== 'suspended') throw new Error(`The run is ${finishReason}.`);
      return runId;
    },
    resume: async (runId) => {
      await agent.approveToolCallGenerate({ runId, toolCallId: 'call_0' });
    },
    close: async () => {
      await host.shutdown();
      await close();
    },
  };
}
