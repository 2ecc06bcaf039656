import type { ApprovalStatus, Approver, HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { ApprovalFilter, Page, StateStore, StoreWrite } from './state-store.ts';

/** The fields that change together with the status of an approval. */
export interface ApprovalChange {
  readonly by?: Approver | null | undefined;
  readonly comment?: string | undefined;
  readonly edited_args?: string | undefined;
  readonly values_once?: true | undefined;
}

/**
 * A separate store of approvals, for example a shared database. Every method that returns a boolean is one atomic
 * compare-and-set: of concurrent callers, exactly one receives `true`.
 */
export interface ApprovalStore {
  /** Stores a request. An existing request with this id is not changed. */
  create(request: HumanApprovalRequest): Promise<void>;
  get(approvalId: string): Promise<HumanApprovalRequest | undefined>;
  /** pending -> `status`, if it is still pending (and, unless it expires, before its expiry). */
  update(
    approvalId: string,
    status: Exclude<ApprovalStatus, 'pending'>,
    change?: ApprovalChange,
  ): Promise<boolean>;
  /** Moves the expiry of a pending request that has not expired to a later time. */
  extend(approvalId: string, expiresAt: string): Promise<boolean>;
  /** approved and never used, for this digest -> used. */
  use(approvalId: string, actionDigest: string): Promise<boolean>;
  list(filter: ApprovalFilter): Promise<Page<HumanApprovalRequest>>;
  issueToken(tokenHash: string, runId: string, ttlMs: number): Promise<void>;
  /** active, of this run, not expired -> used. */
  useToken(tokenHash: string, runId: string): Promise<boolean>;
}

/** Returns the approvals of a state store as a separate store, for example one database shared by several runners. */
export function approvalStoreOf(store: StateStore): ApprovalStore {
  const isCommitted = async (write: StoreWrite) => (await store.commit([write])).ok;
  return {
    create: async (approval) => {
      await store.commit([{ kind: 'approval.create', approval }]);
    },
    get: (approvalId) => store.getApproval(approvalId),
    update: (approval_id, to, change = {}) =>
      isCommitted({
        kind: 'approval.decide',
        approval_id,
        to,
        by: change.by ?? null,
        comment: change.comment,
        edited_args: change.edited_args,
        values_once: change.values_once,
      }),
    extend: (approval_id, expires_at) => isCommitted({ kind: 'approval.extend', approval_id, expires_at }),
    use: (approval_id, action_digest) => isCommitted({ kind: 'approval.use', approval_id, action_digest }),
    list: (filter) => store.listApprovals(filter),
    issueToken: async (token_hash, run_id, ttl_ms) => {
      await store.commit([{ kind: 'token.issue', token_hash, run_id, approval_id: '', ttl_ms }]);
    },
    useToken: (token_hash, run_id) => isCommitted({ kind: 'token.use', token_hash, run_id }),
  };
}
