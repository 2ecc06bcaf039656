import type { ApprovalStore } from './approval-store.ts';
import type { StateStore, StoreWrite } from './state-store.ts';

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
