import { Agent, createRunner, RuleSafetyAgent, SafetyAgent, SekishoError, tool } from 'sekisho';
import { z } from 'zod';
import { ASK_TOOL, DESCRIPTION, QUESTION } from '../peers/peer.ts';
import { scriptModel } from '../script-model.ts';
import type { DecisionProbe, Ending } from './decision-probe.ts';

/** This package with a judge of its user's that throws. */
export const meetInOurJudge = ({ decide, effect }: DecisionProbe): Promise<Ending> =>
  runOnce(effect, new SafetyAgent(decide), false);

/** This package with `needsApproval` of a tool as a function, as in the Agents SDK. */
export const meetInOurTool = ({ decide, effect }: DecisionProbe): Promise<Ending> =>
  runOnce(effect, new RuleSafetyAgent(), async () => decide());

async function runOnce(
  execute: DecisionProbe['effect'],
  safetyAgent: SafetyAgent,
  needsApproval: boolean | (() => Promise<boolean>),
): Promise<Ending> {
  const parameters = z.object({ city: z.string(), days: z.number() });
  // A declared read, so that nothing but the decision function stands in its way.
  const extensions = { manifest: { effect: 'read' } } as const;
  const agent = new Agent({
    name: 'Reporter',
    model: scriptModel({ turns: 0, calls: 1, tool: '', last: ASK_TOOL }),
    tools: [
      tool({ name: ASK_TOOL, description: DESCRIPTION, parameters, needsApproval, execute, extensions }),
    ],
  });
  const runner = createRunner({ safetyAgent, store: 'memory', runConfig: { tracingDisabled: true } });
  try {
    const { interruptions } = await runner.run(agent, QUESTION);
    return interruptions.length > 0 ? 'waits' : 'ends';
  } catch (error) {
    // The judge's own error stays inside; what comes out is its code.
    if (error instanceof SekishoError && error.message.includes('AGENTS-E-GATE-EVAL')) return 'stops';
    throw error;
  } finally {
    await runner.close();
  }
}
