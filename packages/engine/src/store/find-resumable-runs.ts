import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { RunRecord } from './run-record.ts';
import type { StateStore } from './state-store.ts';

/**
 * Runs that can be resumed, and the cursor of the next page. The cost of a page does not depend on the number of
 * suspended runs.
 */
export interface ResumableRuns {
  readonly found: readonly { readonly run_id: string; readonly approval_id: string }[];
  readonly cursor?: string | undefined;
}

/**
 * Reads one page of suspended runs and returns those that were decided before `answeredBefore` but not resumed, for
 * example because the holder of the token did not use it. A run with a pending request is not returned.
 */
export async function findResumableRuns(
  store: StateStore,
  {
    answeredBefore,
    cursor,
    limit = 100,
    isOwn = () => true,
  }: {
    answeredBefore: number;
    cursor?: string | undefined;
    limit?: number;
    isOwn?: (run: RunRecord) => boolean;
  },
): Promise<ResumableRuns> {
  const page = await store.listRuns({ status: 'suspended', limit, cursor });
  const found: { run_id: string; approval_id: string }[] = [];
  for (const { run_id } of page.rows.filter(isOwn)) {
    const { rows } = await store.listApprovals({ run_id, limit: 500 });
    const answer = findAnswer(rows, answeredBefore);
    if (answer) found.push({ run_id, approval_id: answer.approval_id });
  }
  return { found, cursor: page.cursor };
}

/** Returns the decision that a run can be resumed with, if none of its requests is pending. */
export function findAnswer(
  approvals: readonly HumanApprovalRequest[],
  answeredBefore: number,
): HumanApprovalRequest | undefined {
  if (approvals.some(({ status }) => status === 'pending')) return undefined;
  return approvals.find(
    ({ status, used_at, decided_at }) =>
      status !== 'cancelled' && used_at === undefined && Date.parse(decided_at ?? '') <= answeredBefore,
  );
}
