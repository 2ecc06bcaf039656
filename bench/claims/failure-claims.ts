import { meetInAgentsSdk } from './agents-sdk-failure.ts';
import { meetInAiSdk, meetInAiSdkTool } from './ai-sdk-failure.ts';
import type { Claim, Observation } from './claim.ts';
import { DecisionFailure, isDecisionFailure } from './decision-failure.ts';
import type { DecisionProbe, Ending, MeetFailure } from './decision-probe.ts';
import { meetInMastraRun, meetInMastraTool } from './mastra-failure.ts';
import { meetInOurJudge, meetInOurTool } from './our-failure.ts';

const ROW = 'a decision function that throws';

type Meeting = readonly [side: string, column: string, says: string, meet: MeetFailure];

const MEETINGS: readonly Meeting[] = [
  ['Agents SDK, needsApproval', 'Agents SDK alone', 'the run stops', meetInAgentsSdk],
  ['AI SDK, toolApproval', 'AI SDK 7', 'the run stops', meetInAiSdk],
  ['AI SDK, toolApproval of a tool', 'AI SDK 7', 'the run stops', meetInAiSdkTool],
  ['Mastra, requireApproval', 'Mastra', 'the call waits for approval', meetInMastraTool],
  ['Mastra, requireToolApproval', 'Mastra', 'the call waits for approval', meetInMastraRun],
  ['Sekisho, safetyAgent', 'Sekisho', 'the run stops', meetInOurJudge],
  ['Sekisho, needsApproval', 'Sekisho', 'the run stops', meetInOurTool],
];

/** What the page says about decision functions that throw. */
export const failureClaims = (): readonly Claim[] =>
  MEETINGS.map(([side, column, says, meet]) => ({
    row: ROW,
    column,
    says,
    side,
    observe: () => observe(says, meet),
  }));

async function observe(says: string, meet: MeetFailure): Promise<Observation> {
  let asked = 0;
  let ran = 0;
  const ending = await endingOf(meet, {
    decide: () => {
      asked += 1;
      throw new DecisionFailure();
    },
    effect: async () => {
      ran += 1;
      return 'The report is sent.';
    },
  });
  const fate = ran > 0 ? 'the tool runs' : FATES[ending];
  if (asked === 0) return { happened: `nobody was asked; ${fate}`, holds: false };
  return { happened: fate, holds: fate === says };
}

async function endingOf(meet: MeetFailure, probe: DecisionProbe): Promise<Ending> {
  try {
    return await meet(probe);
  } catch (error) {
    if (isDecisionFailure(error)) return 'stops';
    throw error;
  }
}

const FATES: Readonly<Record<Ending, string>> = {
  stops: 'the run stops',
  waits: 'the call waits for approval',
  ends: 'the call is refused',
};
