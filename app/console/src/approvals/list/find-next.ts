import type { ApprovalSummary } from '../approval.ts';
import { statusNow } from '../approval-status.ts';

/** Returns the next pending request after one in the list, or the last one before it. */
export function findNext<Item extends Pick<ApprovalSummary, 'approval_id' | 'status' | 'expires_at'>>(
  order: readonly Item[],
  approvalId: string,
  now: number,
): Item | undefined {
  const at = order.findIndex((item) => item.approval_id === approvalId);
  const isOpen = (item: Item) => item.approval_id !== approvalId && statusNow(item, now) === 'pending';
  return order.slice(at + 1).find(isOpen) ?? order.slice(0, Math.max(0, at)).findLast(isOpen);
}
