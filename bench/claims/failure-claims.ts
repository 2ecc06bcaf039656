import { probeAgentsSdk } from './agents-sdk-failure.ts';
import { probeAiSdk, probeAiSdkTool } from './ai-sdk-failure.ts';
import type { Claim, Observation } from './claim.ts';
import { DecisionFailure, isDecisionFailure } from './decision-failure.ts';
import type { DecisionProbe, Ending, RunProbe } from './decision-probe.ts';
import { probeMastraRun, probeMastraTool } from './mastra-failure.ts';
import { probeOurJudge, probeOurTool } from './our-failure.ts';

const ROW = 'a decision function that throws';

type Probe = readonly [side: string, column: string, statement: string, run: RunProbe];

const PROBES: readonly Probe[] = [
  ['Agents SDK, needsApproval', 'Agents SDK alone', 'the run stops', probeAgentsSdk],
  ['AI SDK, toolApproval', 'AI SDK 7', 'the run stops', probeAiSdk],
  ['AI SDK, toolApproval of a tool', 'AI SDK 7', 'the run stops', probeAiSdkTool],
  ['Mastra, requireApproval', 'Mastra', 'the call waits for approval', probeMastraTool],
  ['Mastra, requireToolApproval', 'Mastra', 'the call waits for approval', probeMastraRun],
  ['Sekisho, safetyAgent', 'Sekisho', 'the run stops', probeOurJudge],
  ['Sekisho, needsApproval', 'Sekisho', 'the run stops', probeOurTool],
];

/** The claims of the page about decision functions that throw. */
export const failureClaims = (): readonly Claim[] =>
  PROBES.map(([side, column, statement, run]) => ({
    row: ROW,
    column,
    statement,
    side,
    observe: () => observe(statement, run),
  }));

async function observe(statement: string, run: RunProbe): Promise<Observation> {
  let asked = 0;
  let ran = 0;
  const ending = await endingOf(run, {
    decide: () => {
      asked += 1;
      throw new DecisionFailure();
    },
    effect: async () => {
      ran += 1;
      return 'The report is sent.';
    },
  });
  const outcome = ran > 0 ? 'the tool runs' : OUTCOMES[ending];
  if (asked === 0) return { observed: `the decision function was not called; ${outcome}`, holds: false };
  return { observed: outcome, holds: outcome === statement };
}

async function endingOf(run: RunProbe, probe: DecisionProbe): Promise<Ending> {
  try {
    return await run(probe);
  } catch (error) {
    if (isDecisionFailure(error)) return 'stops';
    throw error;
  }
}

const OUTCOMES: Readonly<Record<Ending, string>> = {
  stops: 'the run stops',
  waits: 'the call waits for approval',
  ends: 'the call is refused',
};
