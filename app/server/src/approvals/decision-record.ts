import type { ExecutionLog } from 'sekisho';
import type { RunHost } from '../runs/run-host.ts';
import type { ApprovalReader } from './approval-reader.ts';
import { ConsoleError } from '../errors/console-error.ts';
import { statusAt, summarizeApproval } from './approval-view.ts';
import type { ReviewService } from './review/review-service.ts';

const MAX_RECORDS = 10_000;
const MAX_SIMILAR = 10;
const MAX_SCANNED = 2_000;

/** Reads what people saw and decided about one request, and what followed, from the audit log. */
export class DecisionRecords {
  readonly #runHost: RunHost;
  readonly #reader: ApprovalReader;
  readonly #review: Pick<ReviewService, 'annotate'>;
  readonly #clock: () => number;

  constructor(options: {
    runHost: RunHost;
    reader: ApprovalReader;
    review: Pick<ReviewService, 'annotate'>;
    clock: () => number;
  }) {
    this.#runHost = options.runHost;
    this.#reader = options.reader;
    this.#review = options.review;
    this.#clock = options.clock;
  }

  /** Returns the request as it was displayed, its audit records, and whether they are genuine. */
  async get(approvalId: string) {
    const { store } = this.#runHost;
    const { call_key: key } = await this.#find(approvalId);
    const request = await this.#reader.get(approvalId);
    const { run_id: runId } = request;
    const [records, verification] = await Promise.all([
      store.queryLogs({ runId, limit: MAX_RECORDS }),
      this.#runHost.runner().verifyRun(runId),
    ]);
    const own = records.filter((record) => belongsTo(record, approvalId, key));
    return {
      request,
      events: own.map((record) => ({
        seq: record.seq,
        event: record.event,
        at: record.timestamp,
        by: typeof record.data['by'] === 'string' && record.data['by'] !== '' ? record.data['by'] : null,
        decision: record.decision,
        data: { ...record.data },
        hash: record.hash,
      })),
      verification: { ...verification, problems: [...verification.problems] },
    };
  }

  /** Returns earlier requests of the same agent for the same tool, newest first, and how they were decided. */
  async similar(approvalId: string) {
    const { tool_id, agent_name, created_at, destination } = await this.#find(approvalId);
    const now = this.#clock();
    const { rows } = await this.#runHost.store.listApprovals({ limit: MAX_SCANNED });
    const earlier = rows.filter(
      (row) =>
        row.approval_id !== approvalId &&
        row.tool_id === tool_id &&
        row.agent_name === agent_name &&
        row.kind === 'call' &&
        row.created_at <= created_at,
    );
    const count = (status: 'approved' | 'denied' | 'expired' | 'pending') =>
      earlier.filter((row) => statusAt(row, now) === status).length;
    const latest = earlier.filter((row) => statusAt(row, now) !== 'pending').slice(0, MAX_SIMILAR);
    return {
      approved: count('approved'),
      denied: count('denied'),
      expired: count('expired'),
      pending: count('pending'),
      same_destination:
        destination === undefined ? null : earlier.filter((row) => row.destination === destination).length,
      items: await this.#review.annotate(latest.map((row) => summarizeApproval(row, now))),
    };
  }

  async #find(approvalId: string) {
    const approval = await this.#runHost.store.getApproval(approvalId);
    if (approval) return approval;
    throw new ConsoleError('NotFound', 'There is no such approval request.');
  }
}

function belongsTo(
  { tool_call_id: id, data, event }: ExecutionLog,
  approvalId: string,
  key: string,
): boolean {
  if (data['approval_id'] === approvalId || id === approvalId) return true;
  return (
    data['approval_id'] === undefined && (id === key || id === `${key}:edited`) && event !== 'context.viewed'
  );
}
