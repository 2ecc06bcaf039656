import {
  Agent,
  createRunner,
  RuleSafetyAgent,
  tool,
  type AgentRunner,
  type AgentRunnerOptions,
} from 'sekisho';
import { z } from 'zod';
import { scriptModel } from '../script-model.ts';

/** An agent with one destructive tool that needs approval. The model is called twice: for the call and for the final text. */
export function reporter(): Agent {
  return new Agent({
    name: 'Reporter',
    model: scriptModel({ turns: 0, calls: 1, tool: '', last: 'send_report' }),
    tools: [
      tool({
        name: 'send_report',
        description: 'Sends a report.',
        parameters: z.object({ city: z.string(), days: z.number() }),
        needsApproval: true,
        execute: async ({ city }) => `The report about ${city} is sent.`,
      }),
    ],
  });
}

/** A runner with the default features: the gate, masking, the intent before the effect, the audit chain. */
export function openRunner(options: Omit<AgentRunnerOptions, 'safetyAgent'>): AgentRunner {
  return createRunner({
    safetyAgent: new RuleSafetyAgent(),
    runConfig: { tracingDisabled: true },
    ...options,
  });
}
