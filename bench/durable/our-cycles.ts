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
import type { CycleBench } from './cycle-bench.ts';

/** The input of every side. */
export const QUESTION = 'Send the report about City 0 0 for 3 days.';

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

/** Our side: run, decide and continue from the stored state, in one call like the others. */
export function ourCycles(options: Omit<AgentRunnerOptions, 'safetyAgent'>): CycleBench {
  const runner = openRunner(options);
  const agent = reporter();
  return {
    cycle: async () => {
      const { run_id: runId, interruptions } = await runner.run(agent, QUESTION);
      const approvalId = interruptions[0]?.approval_id ?? '';
      const { finalOutput } = await runner.approveAndResume(runId, approvalId, { decision: 'approve' });
      if (finalOutput === undefined) throw new Error('The run did not end.');
    },
    close: () => runner.close(),
  };
}
