import type { StateStore } from './state-store.ts';

/** Functions that a lazy store calls around its writes. */
export interface LazyStoreHooks {
  /** Runs once before the first commit. While it fails, nothing is written, but reads work. */
  readonly beforeWriting?: (store: StateStore) => Promise<void>;
  /** Runs before each commit and prevents it by throwing. */
  readonly guard?: () => void;
  /** Runs after each stored commit. */
  readonly afterWriting?: () => void;
  /** Runs before the store is closed and cannot prevent that. */
  readonly beforeClosing?: () => Promise<void>;
}

/** Creates a store that is opened on first use, so that creating a runner accesses no file. */
export function lazyStateStore(
  open: () => StateStore | Promise<StateStore>,
  hooks: LazyStoreHooks = {},
  clock: () => number = Date.now,
): StateStore {
  let opened: Promise<StateStore> | undefined;
  // A store that could not be opened is opened again by the next call.
  const store = () =>
    (opened ??= Promise.resolve()
      .then(open)
      .catch((cause: unknown) => {
        opened = undefined;
        throw cause;
      }));
  let prepared: Promise<StateStore> | undefined;
  const prepare = async () => {
    const ready = await store();
    await hooks.beforeWriting?.(ready);
    return ready;
  };
  const writable = () =>
    (prepared ??= prepare().catch((cause: unknown) => {
      prepared = undefined;
      throw cause;
    }));
  return {
    durable: true,
    commit: async (writes) => {
      const ready = await writable();
      hooks.guard?.();
      const outcome = await ready.commit(writes);
      if (outcome.ok) hooks.afterWriting?.();
      return outcome;
    },
    getRun: async (runId) => (await store()).getRun(runId),
    listRuns: async (filter) => (await store()).listRuns(filter),
    listAbandonedRuns: async (limit, filter) => (await store()).listAbandonedRuns(limit, filter),
    listLiveApplications: async () => (await store()).listLiveApplications(),
    getSteps: async (runId, segment) => (await store()).getSteps(runId, segment),
    getEffects: async (runId) => (await store()).getEffects(runId),
    getApproval: async (approvalId) => (await store()).getApproval(approvalId),
    listApprovals: async (filter) => (await store()).listApprovals(filter),
    listGrants: async (runId) => (await store()).listGrants(runId),
    loadRun: async (runId) => (await store()).loadRun?.(runId),
    listAllGrants: async (runId) => (await store()).listAllGrants?.(runId),
    listTokens: async (runId) => (await store()).listTokens?.(runId),
    listAuthorityRuns: async (after, limit) =>
      (await (await store()).listAuthorityRuns?.(after, limit)) ?? [],
    listContextSteps: async (runIds) => (await store()).listContextSteps?.(runIds),
    removeContext: async (range) => (await store()).removeContext?.(range),
    now: async () => (await (await store()).now?.()) ?? clock(),
    // The tenant is needed before the first MAC is created or verified, so the keys must have been checked against the
    // log.
    tenant: async () => (await (await writable()).tenant?.()) ?? '',
    queryLogs: async (query) => (await store()).queryLogs(query),
    logStart: async () => (await (await store()).logStart?.()) ?? { seq: 0, hash: '' },
    lastLog: async () => (await store()).lastLog(),
    watch: (listener) => watchOnceOpen(store, listener),
    close: async () => {
      if (!opened) return;
      await hooks.beforeClosing?.();
      await (await opened).close();
    },
  };
}

/**
 * Watching is optional: while the store cannot be opened, there are no notifications, and the caller's next poll
 * reports the failure.
 */
function watchOnceOpen(store: () => Promise<StateStore>, listener: () => void): () => void {
  let isStopped = false;
  let stop: (() => void) | undefined;
  const start = async () => {
    const opened = await store();
    if (!isStopped) stop = opened.watch?.(listener);
  };
  start().catch(() => undefined);
  return () => {
    isStopped = true;
    stop?.();
  };
}
