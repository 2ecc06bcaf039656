import { Agent, createRunner, RuleSafetyAgent, SafetyAgent, SekishoError, tool } from 'sekisho';
import { z } from 'zod';
import { ASK_TOOL, DESCRIPTION, QUESTION } from '../peers/peer.ts';
import { scriptModel } from '../script-model.ts';
import type { DecisionProbe, Ending } from './decision-probe.ts';

/** This package with a custom judge that throws. */
export const probeOurJudge = ({ decide, effect }: DecisionProbe): Promise<Ending> =>
  runOnce(effect, new SafetyAgent(decide), false);

/** This package with `needsApproval` of a tool as a function, as in the Agents SDK. */
export const probeOurTool = ({ decide, effect }: DecisionProbe): Promise<Ending> =>
  runOnce(effect, new RuleSafetyAgent(), async () => decide());

async function runOnce(
  execute: DecisionProbe['effect'],
  safetyAgent: SafetyAgent,
  needsApproval: boolean | (() => Promise<boolean>),
): Promise<Ending> {
  const parameters = z.object({ city: z.string(), days: z.number() });
  // The tool is a declared read, so that only the decision function can stop the call.
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
    // The runner throws its own error code instead of the error of the judge.
    if (error instanceof SekishoError && error.message.includes('AGENTS-E-GATE-EVAL')) return 'stops';
    throw error;
  } finally {
    await runner.close();
  }
}
