import type { AuditEvent } from '../../api/live/audit-event.ts';
import type { ApprovalSummary } from '../approval.ts';

/** The loaded pages of the list. */
export interface ApprovalPages {
  readonly pages: readonly { readonly items: readonly ApprovalSummary[]; readonly cursor: string | null }[];
  readonly pageParams: readonly unknown[];
}

/** Marks a request that was decided elsewhere. It keeps its position, so that no row moves under the pointer. */
export function markDecided(loaded: ApprovalPages, auditEvent: AuditEvent): ApprovalPages {
  const status = DECIDED[auditEvent.event];
  if (status === undefined || auditEvent.approval_id === null) return loaded;
  return replaceWhere(loaded, (item) =>
    item.approval_id === auditEvent.approval_id && item.status === 'pending'
      ? {
          ...item,
          status,
          decided_at: auditEvent.timestamp,
          decided_by: auditEvent.by === null ? null : { id: auditEvent.by },
        }
      : item,
  );
}

/** Replaces a request in the list with its newest state. */
export function replaceApproval(loaded: ApprovalPages, approval: ApprovalSummary): ApprovalPages {
  return replaceWhere(loaded, (item) => (item.approval_id === approval.approval_id ? approval : item));
}

/**
 * Returns the loaded requests that are displayed as pending although a newer response in the same order no longer
 * contains them. A response that is not complete says nothing about rows after its last one.
 */
export function findUnlisted(
  loaded: ApprovalPages,
  newest: { readonly items: readonly ApprovalSummary[]; readonly cursor: string | null },
): readonly ApprovalSummary[] {
  const listed = new Set(newest.items.map((item) => item.approval_id));
  const all = allApprovals(loaded);
  const last = all.findLastIndex((item) => listed.has(item.approval_id));
  return (newest.cursor === null ? all : all.slice(0, last + 1)).filter(
    ({ approval_id, status }) => status === 'pending' && !listed.has(approval_id),
  );
}

/** Returns every request of the loaded pages, each once. */
export function allApprovals(loaded: ApprovalPages | undefined): readonly ApprovalSummary[] {
  const found = new Map<string, ApprovalSummary>();
  for (const page of loaded?.pages ?? []) {
    for (const item of page.items) if (!found.has(item.approval_id)) found.set(item.approval_id, item);
  }
  return [...found.values()];
}

function replaceWhere(
  loaded: ApprovalPages,
  change: (item: ApprovalSummary) => ApprovalSummary,
): ApprovalPages {
  return { ...loaded, pages: loaded.pages.map((page) => ({ ...page, items: page.items.map(change) })) };
}

const DECIDED: Readonly<Record<string, ApprovalSummary['status']>> = {
  'approval.approved': 'approved',
  'approval.denied': 'denied',
  'approval.expired': 'expired',
  'approval.cancelled': 'cancelled',
};
