import { useMemo, useRef } from 'react';
import type { ApprovalSummary } from '../approval.ts';
import { extendOrder, type Sort } from './sort-approvals.ts';

/** Returns the requests in an order that changes only when the person sorts, filters, or asks for new requests. */
export function useFrozenOrder(
  items: readonly ApprovalSummary[],
  sort: Sort,
  /** Changes when the person asks for a new order. */
  epoch: string,
): readonly ApprovalSummary[] {
  const frozen = useRef<{ readonly key: string; readonly ids: readonly string[] }>({ key: '', ids: [] });
  return useMemo(() => {
    const key = `${sort} ${epoch}`;
    const known = frozen.current.key === key ? frozen.current.ids : [];
    const ids = extendOrder(known, items, sort);
    frozen.current = { key, ids };
    const byId = new Map(items.map((item) => [item.approval_id, item]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }, [items, sort, epoch]);
}
