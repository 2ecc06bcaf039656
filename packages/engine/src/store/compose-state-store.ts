import type { ApprovalStore } from './approval-store.ts';
import type { ExecutionLogStore } from './execution-log-store.ts';
import type { CommitOutcome, NewLogRecord, StateStore, StoreWrite } from './state-store.ts';
import { LogUnavailableError, logUnreadable } from './store-errors.ts';

/**
 * Combines a store with a separate store of approvals or of the audit log. The systems share no transaction, so the
 * order of writes keeps every crash in between safe: approvals are used first, records follow, and state is written
 * last. A crash can lose a permission, but never the record of an execution.
 */
export function composeStateStore(
  base: StateStore,
  parts: { readonly approvals?: ApprovalStore | undefined; readonly logs?: ExecutionLogStore | undefined },
): StateStore {
  const { approvals, logs } = parts;
  if (!approvals && !logs) return base;
  return {
    durable: base.durable,
    commit: (writes) => commitInOrder(base, approvals, logs, writes),
    getRun: (runId) => base.getRun(runId),
    listRuns: (filter) => base.listRuns(filter),
    listAbandonedRuns: (limit, filter) => base.listAbandonedRuns(limit, filter),
    listLiveApplications: () => base.listLiveApplications(),
    getSteps: (runId, segment) => base.getSteps(runId, segment),
    getEffects: (runId) => base.getEffects(runId),
    listGrants: (runId) => base.listGrants(runId),
    ...(base.listAllGrants ? { listAllGrants: base.listAllGrants.bind(base) } : {}),
    ...(approvals || !base.listTokens ? {} : { listTokens: base.listTokens.bind(base) }),
    ...(base.listAuthorityRuns ? { listAuthorityRuns: base.listAuthorityRuns.bind(base) } : {}),
    ...(base.listContextSteps ? { listContextSteps: base.listContextSteps.bind(base) } : {}),
    ...(base.removeContext ? { removeContext: base.removeContext.bind(base) } : {}),
    ...(logs || !base.now ? {} : { now: base.now.bind(base) }),
    ...(base.tenant ? { tenant: base.tenant.bind(base) } : {}),
    getApproval: (id) => (approvals ? approvals.get(id) : base.getApproval(id)),
    listApprovals: (filter) => (approvals ? approvals.list(filter) : base.listApprovals(filter)),
    queryLogs: (query) => (logs ? readable(() => logs.query(query)) : base.queryLogs(query)),
    logStart: async () => (logs ? undefined : await base.logStart?.()) ?? { seq: 0, hash: '' },
    lastLog: () => (logs ? readable(() => logs.last()) : base.lastLog()),
    watch: (listener) => base.watch?.(listener) ?? nothing,
    close: () => base.close(),
  };
}

async function commitInOrder(
  base: StateStore,
  approvals: ApprovalStore | undefined,
  logs: ExecutionLogStore | undefined,
  writes: readonly StoreWrite[],
): Promise<CommitOutcome> {
  const rest: StoreWrite[] = [];
  const records: NewLogRecord[] = [];
  for (const [index, write] of writes.entries()) {
    if (logs && write.kind === 'log.append') records.push(completeRecord(write.record));
    else if (!approvals || !isApprovalWrite(write)) rest.push(write);
    else if (!(await applyToApprovals(approvals, write))) return { ok: false, failed: index };
  }
  if (logs && records.length > 0) await appendTo(logs, records);
  const outcome = rest.length > 0 ? await base.commit(rest) : { ok: true as const };
  if (outcome.ok) return outcome;
  const lost = rest[outcome.failed];
  return { ok: false, failed: lost ? writes.indexOf(lost) : 0 };
}

/** Returns a copy that contains the details. Records for the store in memory render them when they are read. */
const completeRecord = ({ data, ...head }: NewLogRecord): NewLogRecord => ({ ...head, data });

async function appendTo(logs: ExecutionLogStore, records: readonly NewLogRecord[]): Promise<void> {
  try {
    await logs.append(records);
  } catch (cause) {
    throw new LogUnavailableError({ cause });
  }
}

type ApprovalWrite = Extract<StoreWrite, { readonly kind: `approval.${string}` | `token.${string}` }>;

const isApprovalWrite = (write: StoreWrite): write is ApprovalWrite =>
  write.kind.startsWith('approval.') || write.kind.startsWith('token.');

/** Applies a write to the store of approvals. Returns false when its condition does not hold. */
async function applyToApprovals(store: ApprovalStore, write: ApprovalWrite): Promise<boolean> {
  switch (write.kind) {
    case 'approval.create':
      await store.create(write.approval);
      return true;
    case 'approval.decide': {
      const { approval_id, to, by, comment, edited_args, values_once } = write;
      return store.update(approval_id, to, { by, comment, edited_args, values_once });
    }
    case 'approval.extend':
      return store.extend(write.approval_id, write.expires_at);
    case 'approval.use':
      return store.use(write.approval_id, write.action_digest);
    case 'token.issue':
      await store.issueToken(write.token_hash, write.run_id, write.ttl_ms);
      return true;
    case 'token.use':
      return store.useToken(write.token_hash, write.run_id);
  }
}

/** Converts errors of a custom log store, which may throw any value, synchronously or asynchronously. */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    return logUnreadable(cause);
  }
}

function nothing(): void {}
