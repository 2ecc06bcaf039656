import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import type { MastraModelConfig } from '@mastra/core/llm';
import type { MastraCompositeStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { aiScriptModel } from '../peers/ai-script-model.ts';
import { ASK_TOOL, DESCRIPTION } from '../peers/peer.ts';
import type { Effect } from './instance.ts';

/** An agent of Mastra with one tool, and the host that stores its runs. */
export function mastraReporter(
  storage: MastraCompositeStore,
  execute: Effect,
  requireApproval: boolean | (() => boolean),
): { readonly agent: Agent; readonly host: Mastra } {
  const host = new Mastra({ storage, logger: false });
  const send = createTool({
    id: ASK_TOOL,
    description: DESCRIPTION,
    inputSchema: z.object({ city: z.string(), days: z.number() }),
    requireApproval,
    execute,
  });
  // Mastra contains its own copy of the model interface, which TypeScript treats as a different type.
  const model = aiScriptModel(ASK_TOOL, 1) as MastraModelConfig;
  const agent = new Agent({
    id: 'reporter',
    name: 'Reporter',
    instructions: '',
    model,
    tools: { [ASK_TOOL]: send },
  });
  host.addAgent(agent);
  return { agent, host };
}
