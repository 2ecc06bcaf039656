import type {
  AbandonedRunFilter,
  ApprovalFilter,
  CommitOutcome,
  ExecutionLogQuery,
  RunFilter,
  StateStore,
  StoreWrite,
} from 'sekisho';

/** A store that wraps another one and calls a listener for each write after it was committed. */
export class NotifyingStateStore implements StateStore {
  readonly #inner: StateStore;
  readonly #notify: (write: StoreWrite) => void;

  constructor(inner: StateStore, notify: (write: StoreWrite) => void) {
    this.#inner = inner;
    this.#notify = notify;
  }

  get durable(): boolean {
    return this.#inner.durable;
  }

  async commit(writes: readonly StoreWrite[]): Promise<CommitOutcome> {
    const outcome = await this.#inner.commit(writes);
    if (outcome.ok) for (const write of writes) this.#notify(write);
    return outcome;
  }

  getRun = (runId: string) => this.#inner.getRun(runId);
  listRuns = (filter: RunFilter) => this.#inner.listRuns(filter);
  listAbandonedRuns = (limit: number, filter?: AbandonedRunFilter) =>
    this.#inner.listAbandonedRuns(limit, filter);
  listLiveApplications = () => this.#inner.listLiveApplications();
  watch = (listener: () => void) => this.#inner.watch?.(listener) ?? (() => undefined);
  getSteps = (runId: string, segment: number) => this.#inner.getSteps(runId, segment);
  getEffects = (runId: string) => this.#inner.getEffects(runId);
  getApproval = (approvalId: string) => this.#inner.getApproval(approvalId);
  listApprovals = (filter: ApprovalFilter) => this.#inner.listApprovals(filter);
  listGrants = (runId: string) => this.#inner.listGrants(runId);
  listAllGrants = async (runId: string) => this.#inner.listAllGrants?.(runId);
  listTokens = async (runId: string) => this.#inner.listTokens?.(runId);
  listAuthorityRuns = async (after: string, limit: number) =>
    (await this.#inner.listAuthorityRuns?.(after, limit)) ?? [];
  now = async () => (await this.#inner.now?.()) ?? Date.now();
  tenant = async () => (await this.#inner.tenant?.()) ?? '';
  queryLogs = (query: ExecutionLogQuery) => this.#inner.queryLogs(query);
  lastLog = () => this.#inner.lastLog();
  close = () => this.#inner.close();
}
