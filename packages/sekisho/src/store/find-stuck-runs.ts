import type { StateStore } from './state-store.ts';

/** Runs that could go on, and where to look next; each look costs the same however many runs wait. */
export interface StuckRuns {
  readonly found: readonly { readonly run_id: string; readonly approval_id: string }[];
  readonly cursor?: string | undefined;
}

/**
 * Looks at one page of waiting runs for those that were answered before `answeredBefore` and not continued: whoever had
 * the token did not come back with it. A run that still has an open question waits rightly.
 */
export async function findStuckRuns(
  store: StateStore,
  {
    answeredBefore,
    cursor,
    limit = 100,
  }: { answeredBefore: number; cursor?: string | undefined; limit?: number },
): Promise<StuckRuns> {
  const page = await store.listRuns({ status: 'suspended', limit, cursor });
  const found: { run_id: string; approval_id: string }[] = [];
  for (const { run_id } of page.rows) {
    const { rows } = await store.listApprovals({ run_id, limit: 500 });
    if (rows.some(({ status }) => status === 'pending')) continue;
    const answer = rows.find(
      ({ status, used_at, decided_at }) =>
        status !== 'cancelled' && used_at === undefined && Date.parse(decided_at ?? '') <= answeredBefore,
    );
    if (answer) found.push({ run_id, approval_id: answer.approval_id });
  }
  return { found, cursor: page.cursor };
}
