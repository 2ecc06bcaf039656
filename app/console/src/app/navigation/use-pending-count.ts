import { useApprovalCounts } from '../../approvals/list/use-approval-counts.ts';

/** Returns the number of pending approval requests. */
export const usePendingCount = () => useApprovalCounts()?.pending ?? 0;
