import { InMemoryStore } from '@mastra/core/storage';
import { QUESTION } from '../peers/peer.ts';
import type { DecisionProbe, Ending } from './decision-probe.ts';
import { mastraReporter } from './mastra-reporter.ts';

/** Mastra with `requireApproval` of a tool as a function. */
export const probeMastraTool = ({ decide, effect }: DecisionProbe): Promise<Ending> =>
  generate(mastraReporter(new InMemoryStore(), effect, decide), {});

/** Mastra with `requireToolApproval` of a run as a function. */
export const probeMastraRun = ({ decide, effect }: DecisionProbe): Promise<Ending> =>
  generate(mastraReporter(new InMemoryStore(), effect, false), { requireToolApproval: decide });

async function generate(
  { agent, host }: ReturnType<typeof mastraReporter>,
  options: { readonly requireToolApproval?: DecisionProbe['decide'] },
): Promise<Ending> {
  try {
    const { finishReason } = await agent.generate(QUESTION, { ...options, maxSteps: 5 });
    return finishReason === 'suspended' ? 'waits' : 'ends';
  } finally {
    await host.shutdown();
  }
}
