import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { SekishoError, type AgentRunner, type HumanApprovalRequest } from 'sekisho';

/** How often each order was refunded. */
export function refundsIn(ledger: string): Map<string, number> {
  const counts = new Map<string, number>();
  if (!existsSync(ledger)) return counts;
  for (const order of readFileSync(ledger, 'utf8').split('\n').filter(Boolean))
    counts.set(order, (counts.get(order) ?? 0) + 1);
  return counts;
}

/** How a server decides its approval requests. */
export interface ServeOptions {
  /** The person reads the ledger before deciding the outcome of a call. */
  readonly hasHappened: (runId: string) => boolean;
  readonly onQuestion?: ((approval: HumanApprovalRequest) => void) | undefined;
  readonly until: AbortSignal;
}

/** A server with a person who decides all pending requests at once. */
export async function serveShop(runner: AgentRunner, options: ServeOptions): Promise<void> {
  const busy = new Set<string>();
  const jobs: Promise<void>[] = [];
  while (!options.until.aborted) {
    for (const approval of await runner.getPendingApprovals().catch(() => [])) {
      if (busy.has(approval.approval_id)) continue;
      busy.add(approval.approval_id);
      options.onQuestion?.(approval);
      jobs.push(answer(runner, approval, options).finally(() => busy.delete(approval.approval_id)));
    }
    await sleep(30);
  }
  await Promise.all(jobs);
}

async function answer(
  runner: AgentRunner,
  { approval_id: id, run_id: runId, kind }: HumanApprovalRequest,
  { hasHappened }: ServeOptions,
): Promise<void> {
  try {
    const { token } =
      kind === 'outcome'
        ? await runner.resolveOutcome(id, hasHappened(runId) ? 'done' : 'retry')
        : await runner.submitApproval(id, 'approve');
    await resume(runner, token);
  } catch (error) {
    // Another server decided first, or the previous one decided and died.
    if (!(error instanceof SekishoError)) throw error;
  }
}

/** Retries, because an approval request is visible shortly before its run is suspended; the token stays valid. */
async function resume(runner: AgentRunner, token: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runner.segments.resume(token);
      return;
    } catch (error) {
      if (attempt === 40 || !String(error).includes('is running')) throw error;
      await sleep(50);
    }
  }
}
