import type { ApprovalStatus, Approver, HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import type { ApprovalFilter, Page } from './state-store.ts';

/** What changes together with the status of an approval. */
export interface ApprovalChange {
  readonly by?: Approver | null | undefined;
  readonly comment?: string | undefined;
  readonly edited_args?: string | undefined;
}

/**
 * Where approvals live when they shall not live in the runner's own store. Every method that answers a boolean is one
 * atomic compare-and-set: of all callers that race, exactly one hears `true`.
 */
export interface ApprovalStore {
  /** Keeps a request; one with this id that exists already stays as it is. */
  create(request: HumanApprovalRequest): Promise<void>;
  get(approvalId: string): Promise<HumanApprovalRequest | undefined>;
  /** pending -> `status`; only if it is still pending (and, unless it expires, before its expiry). */
  update(
    approvalId: string,
    status: Exclude<ApprovalStatus, 'pending'>,
    change?: ApprovalChange,
  ): Promise<boolean>;
  /** Moves the expiry of a pending request that has not expired to this later time. */
  extend(approvalId: string, expiresAt: string): Promise<boolean>;
  /** approved and never used, for this digest -> used. */
  use(approvalId: string, actionDigest: string): Promise<boolean>;
  list(filter: ApprovalFilter): Promise<Page<HumanApprovalRequest>>;
  issueToken(tokenHash: string, runId: string, ttlMs: number): Promise<void>;
  /** active, of this run, not expired -> used. */
  useToken(tokenHash: string, runId: string): Promise<boolean>;
}
