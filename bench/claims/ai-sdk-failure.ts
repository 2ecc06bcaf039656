import { generateText, stepCountIs, tool } from 'ai';
import { z } from 'zod';
import { aiScriptModel } from '../peers/ai-script-model.ts';
import { ASK_TOOL, DESCRIPTION, QUESTION } from '../peers/peer.ts';
import type { DecisionProbe, Ending } from './decision-probe.ts';

/** The AI SDK with `toolApproval` as one function for all tools. */
export const probeAiSdk = ({ decide, effect }: DecisionProbe): Promise<Ending> => generate(effect, decide);

/** The AI SDK with a function for one tool in `toolApproval`. */
export const probeAiSdkTool = ({ decide, effect }: DecisionProbe): Promise<Ending> =>
  generate(effect, { [ASK_TOOL]: decide });

async function generate(
  execute: DecisionProbe['effect'],
  toolApproval: DecisionProbe['decide'] | Record<string, DecisionProbe['decide']>,
): Promise<Ending> {
  const inputSchema = z.object({ city: z.string(), days: z.number() });
  const { content } = await generateText({
    model: aiScriptModel(ASK_TOOL, 1),
    tools: { [ASK_TOOL]: tool({ description: DESCRIPTION, inputSchema, execute }) },
    toolApproval,
    stopWhen: stepCountIs(5),
    prompt: QUESTION,
  });
  return content.some(({ type }) => type === 'tool-approval-request') ? 'waits' : 'ends';
}
