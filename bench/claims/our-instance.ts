import { Agent, createRunner, RuleSafetyAgent, tool, type AgentRunnerOptions } from 'sekisho';
import { z } from 'zod';
import { ASK_TOOL, DESCRIPTION, QUESTION } from '../peers/peer.ts';
import { scriptModel } from '../script-model.ts';
import type { Effect, Instance } from './instance.ts';

/** This package with default options and a tool without a manifest, resumed with `approveAndResume`. */
export function openOurInstance(
  options: Pick<AgentRunnerOptions, 'store' | 'secret'>,
  effect: Effect,
  close: () => Promise<void>,
): Instance {
  const parameters = z.object({ city: z.string(), days: z.number() });
  const agent = new Agent({
    name: 'Reporter',
    model: scriptModel({ turns: 0, calls: 1, tool: '', last: ASK_TOOL }),
    tools: [
      tool({ name: ASK_TOOL, description: DESCRIPTION, parameters, needsApproval: true, execute: effect }),
    ],
  });
  const runner = createRunner({
    ...options,
    safetyAgent: new RuleSafetyAgent(),
    agents: [agent],
    runConfig: { tracingDisabled: true },
  });
  return {
    suspend: async () => {
      const { run_id: runId, interruptions } = await runner.run(agent, QUESTION);
      const [pending] = interruptions;
      if (pending === undefined) throw new Error('The run has no approval request.');
      return `${runId} ${pending.approval_id}`;
    },
    resume: async (name) => {
      const [runId = '', approvalId = ''] = name.split(' ');
      await runner.approveAndResume(runId, approvalId, { decision: 'approve' });
    },
    close: async () => {
      await runner.close();
      await close();
    },
  };
}
