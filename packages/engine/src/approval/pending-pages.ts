import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { StateStore } from '../store/state-store.ts';

/** Yields the pending requests of a run, or of all runs, page by page. */
export async function* pendingPages(
  store: Pick<StateStore, 'listApprovals'>,
  runId?: string,
): AsyncGenerator<readonly HumanApprovalRequest[]> {
  let cursor: string | undefined;
  do {
    const page = await store.listApprovals({ run_id: runId, status: 'pending', limit: 500, cursor });
    yield page.rows;
    cursor = page.cursor;
  } while (cursor !== undefined);
}
