import type { HumanApprovalRequest, RunRecord } from '@sekisho/engine';
import type { Runner } from '../openai-agents/upstream.ts';
import type { AgentRunnerParts } from './agent-runner-parts.ts';
import type { PlainResult } from './run-driver.ts';

/** The outcomes of orphaned runs. */
export interface RecoveredRuns {
  readonly results: readonly PlainResult[];
  readonly asked: readonly HumanApprovalRequest[];
  readonly failed: readonly { readonly run_id: string; readonly error: unknown }[];
}

/** Returns orphaned runs whose agents are not stopped. The others wait until the stop is lifted. */
export async function listStarted(
  { ownership, context }: AgentRunnerParts['engine'],
  limit: number,
  agents?: readonly string[],
): Promise<readonly RunRecord[]> {
  await context.stops.ready();
  const runs = await ownership.listAbandoned(limit, agents);
  return runs.filter(({ agent_name: name }) => !context.stops.find(name));
}

/** Resumes orphaned runs one after the other. A failure of one does not stop the others. */
export async function recoverRuns(
  { engine, resumer }: Pick<AgentRunnerParts, 'engine' | 'resumer'>,
  upstream: Runner,
  limit: number,
): Promise<RecoveredRuns> {
  const results: PlainResult[] = [];
  const asked: HumanApprovalRequest[] = [];
  const failed: { run_id: string; error: unknown }[] = [];
  for (const run of await listStarted(engine, limit)) {
    try {
      const outcome = await resumer.resumeOrphaned(run, upstream);
      if (outcome.kind === 'asked') asked.push(...outcome.approvals);
      else results.push(outcome.result);
    } catch (error) {
      failed.push({ run_id: run.run_id, error });
    }
  }
  return { results, asked, failed };
}
