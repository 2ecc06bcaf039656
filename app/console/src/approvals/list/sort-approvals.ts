import type { ApprovalSummary } from '../approval.ts';

/** The available orders of the list. */
export const SORTS = ['risk', 'expiry', 'age'] as const;

/** One order: the highest risk first, the next expiry first, or the newest first. */
export type Sort = (typeof SORTS)[number];

type Sorted = Pick<ApprovalSummary, 'approval_id' | 'risk_level' | 'expires_at' | 'created_at'>;

/** Returns the requests in an order. */
export function sortApprovals<Item extends Sorted>(items: readonly Item[], sort: Sort): readonly Item[] {
  return items.toSorted(ORDERS[sort]);
}

/**
 * Appends the ids of new requests to an existing order. Known requests keep their position even when their risk or
 * expiry has changed, so that no row moves while a person reads.
 */
export function extendOrder(
  known: readonly string[],
  items: readonly Sorted[],
  sort: Sort,
): readonly string[] {
  const positions = new Set(known);
  const added = sortApprovals(
    items.filter((item) => !positions.has(item.approval_id)),
    sort,
  );
  return added.length === 0 ? known : [...known, ...added.map((item) => item.approval_id)];
}

/** Returns the request that needs a decision first: of the highest risk, the one that expires first. */
export function findMostUrgent<Item extends Sorted>(items: readonly Item[]): Item | undefined {
  return sortApprovals(items, 'risk')[0];
}

const byExpiry = (one: Sorted, other: Sorted) => one.expires_at.localeCompare(other.expires_at);
const byAge = (one: Sorted, other: Sorted) => other.created_at.localeCompare(one.created_at);

const ORDERS: Readonly<Record<Sort, (one: Sorted, other: Sorted) => number>> = {
  risk: (one, other) => other.risk_level - one.risk_level || byExpiry(one, other) || byAge(one, other),
  expiry: (one, other) => byExpiry(one, other) || other.risk_level - one.risk_level,
  age: byAge,
};
