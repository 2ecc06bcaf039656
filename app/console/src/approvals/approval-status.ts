import type { BadgeTone } from '../ui/display/badge.tsx';
import type { ApprovalSummary } from './approval.ts';

/** Returns the displayed status. A request whose time is over is expired before the server reports it. */
export function statusNow(
  approval: Pick<ApprovalSummary, 'status' | 'expires_at'>,
  now: number,
): ApprovalSummary['status'] {
  const isLate = approval.status === 'pending' && Date.parse(approval.expires_at) <= now;
  return isLate ? 'expired' : approval.status;
}

/** Returns the color of a status. */
export const STATUS_TONES: Readonly<Record<ApprovalSummary['status'], BadgeTone>> = {
  pending: 'info',
  approved: 'good',
  denied: 'bad',
  expired: 'neutral',
  cancelled: 'neutral',
};
