import type { ApprovalStore } from './approval-store.ts';
import type { StateStore, StoreWrite } from './state-store.ts';

/** The approvals of any state store as a store of their own, for example one database shared by several runners. */
export function approvalStoreOf(store: StateStore): ApprovalStore {
  const wins = async (write: StoreWrite) => (await store.commit([write])).ok;
  return {
    create: async (approval) => {
      await store.commit([{ kind: 'approval.create', approval }]);
    },
    get: (approvalId) => store.getApproval(approvalId),
    update: (approval_id, to, change = {}) =>
      wins({
        kind: 'approval.decide',
        approval_id,
        to,
        by: change.by ?? null,
        comment: change.comment,
        edited_args: change.edited_args,
      }),
    extend: (approval_id, expires_at) => wins({ kind: 'approval.extend', approval_id, expires_at }),
    use: (approval_id, action_digest) => wins({ kind: 'approval.use', approval_id, action_digest }),
    list: (filter) => store.listApprovals(filter),
    issueToken: async (token_hash, run_id, ttl_ms) => {
      await store.commit([{ kind: 'token.issue', token_hash, run_id, approval_id: '', ttl_ms }]);
    },
    useToken: (token_hash, run_id) => wins({ kind: 'token.use', token_hash, run_id }),
  };
}
