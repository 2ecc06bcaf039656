import type { BadgeTone } from '../../components/badge.tsx';
import type { ApprovalSummary } from './approval.ts';

/** The status a person should see: a request that has run out of time is expired before the server says so. */
export function statusNow(
  approval: Pick<ApprovalSummary, 'status' | 'expires_at'>,
  now: number,
): ApprovalSummary['status'] {
  const isLate = approval.status === 'pending' && Date.parse(approval.expires_at) <= now;
  return isLate ? 'expired' : approval.status;
}

/** The colour of a status. */
export const STATUS_TONES: Readonly<Record<ApprovalSummary['status'], BadgeTone>> = {
  pending: 'info',
  approved: 'good',
  denied: 'bad',
  expired: 'neutral',
  cancelled: 'neutral',
};
