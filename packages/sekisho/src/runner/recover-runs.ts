import type { HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import type { Runner } from '../sdk/upstream.ts';
import type { PlainResult } from './run-driver.ts';
import type { RunRecovery } from './run-recovery.ts';
import type { RunResumer } from './run-resumer.ts';

/** What became of the runs whose process died. */
export interface RecoveredRuns {
  readonly results: readonly PlainResult[];
  readonly asked: readonly HumanApprovalRequest[];
  readonly failed: readonly { readonly run_id: string; readonly error: unknown }[];
}

/** Takes up abandoned runs one after the other; one that fails does not stop the rest. */
export async function recoverRuns(
  { recovery, resumer }: { recovery: RunRecovery; resumer: RunResumer },
  upstream: Runner,
  limit: number,
): Promise<RecoveredRuns> {
  const results: PlainResult[] = [];
  const asked: HumanApprovalRequest[] = [];
  const failed: { run_id: string; error: unknown }[] = [];
  for (const step of await recovery.next(limit)) {
    if (step.kind === 'ask') {
      asked.push(...step.approvals);
      continue;
    }
    try {
      results.push(await resumer.replay(step.run, upstream));
    } catch (error) {
      failed.push({ run_id: step.run.run_id, error });
    }
  }
  return { results, asked, failed };
}
