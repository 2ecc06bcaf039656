import type { HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import type { RunRecord } from '../contracts/run-record.ts';
import type { StateStore } from './state-store.ts';

/** Runs that could go on, and where to look next; each look costs the same however many runs wait. */
export interface ResumableRuns {
  readonly found: readonly { readonly run_id: string; readonly approval_id: string }[];
  readonly cursor?: string | undefined;
}

/**
 * Looks at one page of waiting runs for those that were answered before `answeredBefore` and not continued: whoever had
 * the token did not come back with it. A run that still has an open question waits rightly.
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

/** The decision that a run can be continued with, if nothing that it asked is open. */
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
