import type { HumanApprovalRequest } from 'sekisho';
import { z } from 'zod';
import { ConsoleError } from '../../errors/console-error.ts';
import type { ApprovalQuery } from '../approval-schemas.ts';
import type { ApprovalSummary } from '../approval-view.ts';

/** A pending request in the index. */
export type PendingEntry = {
  readonly summary: ApprovalSummary;
  /** What similar requests have in common. Undefined for a request that is never grouped. */
  readonly likeness: string | undefined;
  /** The folded text in which a search looks. */
  readonly text: string;
};

/** The orders of the list: the highest risk, the next expiry, or the newest request first. */
export const PENDING_SORTS = ['risk', 'expiry', 'age'] as const;
export type PendingSort = (typeof PENDING_SORTS)[number];

/** The filters of the pending requests. */
export type PendingFilter = Partial<Omit<ApprovalQuery, 'status' | 'sort' | 'grouped' | 'limit' | 'cursor'>>;

/** What a filter needs besides the request. */
export type FilterContext = {
  readonly now: number;
  /** The requests that are assigned to the reader. */
  readonly mine: ReadonlySet<string>;
  readonly groups: ReadonlyMap<string, string>;
};

const URGENT_RISK = 4;
const HOUR_MS = 3_600_000;

/** Normalizes a text for search, so that full-width and half-width forms are equal. */
const foldText = (text: string) => text.normalize('NFKC').toLowerCase().trim();

type Test = (entry: PendingEntry) => boolean;

/** Returns the folded text of a request in which a search looks. */
export function searchTextOf(approval: HumanApprovalRequest): string {
  const { tool_id, agent_name, reason, prompt, prompt_ja, destination, args_masked } = approval;
  const { run_id, approval_id, comment, decided_by } = approval;
  const texts = [
    destination,
    tool_id,
    agent_name,
    reason,
    prompt,
    prompt_ja,
    args_masked,
    run_id,
    approval_id,
  ];
  return foldText([...texts, comment, decided_by?.id].join('\n'));
}

/** Returns the test whether a folded text contains all words of a search. */
export function wordsTest(search: string | undefined): (text: string) => boolean {
  const words = foldText(search ?? '')
    .split(/\s+/u)
    .filter((word) => word !== '');
  return (text) => words.every((word) => text.includes(word));
}

/** Returns the test of a filter. */
export function matcherOf(filter: PendingFilter, { now, mine, groups }: FilterContext): Test {
  const hasWords = wordsTest(filter.q);
  const tests: Test[] = [({ text }) => hasWords(text)];
  const add = <Value>(wanted: Value | undefined, test: (entry: PendingEntry, wanted: Value) => boolean) => {
    if (wanted !== undefined) tests.push((entry) => test(entry, wanted));
  };
  add(filter.run_id, ({ summary }, id) => summary.run_id === id);
  add(filter.tool, ({ summary }, tool) => summary.tool_id === tool);
  add(filter.agent, ({ summary }, agent) => summary.agent_name === agent);
  add(filter.min_risk, ({ summary }, risk) => summary.risk_level >= risk);
  add(filter.kind, ({ summary }, kind) => summary.kind === kind);
  add(filter.created_after, ({ summary }, time) => summary.created_at >= time);
  add(filter.created_before, ({ summary }, time) => summary.created_at < time);
  add(filter.group, ({ summary }, key) => groups.get(summary.approval_id) === key);
  add(filter.view, ({ summary }, view) =>
    view === 'mine' ? mine.has(summary.approval_id) : isUrgent(summary, now),
  );
  return (entry) => tests.every((test) => test(entry));
}

function isUrgent({ risk_level, expires_at }: ApprovalSummary, now: number): boolean {
  return risk_level >= URGENT_RISK || Date.parse(expires_at) - now < HOUR_MS;
}

type Key = Pick<ApprovalSummary, 'expires_at' | 'created_at' | 'approval_id'> & {
  readonly risk_level: number;
};

const ascending = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const byExpiry = (one: Key, other: Key) => ascending(one.expires_at, other.expires_at);
const byAge = (one: Key, other: Key) => ascending(other.created_at, one.created_at);
const byRisk = (one: Key, other: Key) => other.risk_level - one.risk_level;
const byId = (one: Key, other: Key) => ascending(one.approval_id, other.approval_id);
const ORDERS: Readonly<Record<PendingSort, (one: Key, other: Key) => number>> = {
  risk: (one, other) => byRisk(one, other) || byExpiry(one, other) || byAge(one, other) || byId(one, other),
  expiry: (one, other) => byExpiry(one, other) || byRisk(one, other) || byId(one, other),
  age: (one, other) => byAge(one, other) || byId(one, other),
};

/** Returns the requests in an order. */
export function sortPending(entries: readonly PendingEntry[], sort: PendingSort): readonly PendingEntry[] {
  return entries.toSorted((one, other) => ORDERS[sort](one.summary, other.summary));
}

/** A row of the list: a request, or a group of similar ones that begins with it. */
export type PendingRow = {
  readonly entry: PendingEntry;
  readonly group: { key: string; count: number } | null;
};

/** The smallest number of similar requests that form a group. */
export const MIN_GROUP = 5;

/** Returns the rows of sorted requests. Similar requests are one row at the position of the first of them. */
export function arrangePending(
  sorted: readonly PendingEntry[],
  groups: ReadonlyMap<string, string>,
): readonly PendingRow[] {
  const grouped = Map.groupBy(sorted, ({ summary }) => groups.get(summary.approval_id));
  const seen = new Set<string>();
  return sorted.flatMap((entry): readonly PendingRow[] => {
    const key = groups.get(entry.summary.approval_id);
    const count = key === undefined ? 0 : (grouped.get(key)?.length ?? 0);
    if (key === undefined || count < MIN_GROUP) return [{ entry, group: null }];
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ entry, group: { key, count } }];
  });
}

const cursorSchema = z.tuple([z.string(), z.number(), z.string(), z.string(), z.string()]);

/** Writes a cursor. It contains the values of the row, because the row may be decided before the next page is read. */
export function writeCursor(snapshot: string, { summary }: PendingEntry): string {
  const { risk_level, expires_at, created_at, approval_id } = summary;
  return Buffer.from(JSON.stringify([snapshot, risk_level, expires_at, created_at, approval_id])).toString(
    'base64url',
  );
}

/**
 * Reads the snapshot that the pages belong to, and the row after which the next page begins. Throws InvalidRequest for an
 * invalid cursor.
 */
export function readCursor(cursor: string): { readonly snapshot: string; readonly after: Key } {
  try {
    const [snapshot, risk_level, expires_at, created_at, approval_id] = cursorSchema.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    );
    return { snapshot, after: { risk_level, expires_at, created_at, approval_id } };
  } catch (cause) {
    throw new ConsoleError(
      'InvalidRequest',
      'The cursor is not one of this list. Read the list from its beginning.',
      {},
      { cause },
    );
  }
}

/** Returns the rows after a position in an order. */
export function rowsAfter(
  rows: readonly PendingRow[],
  after: Key | undefined,
  sort: PendingSort,
): readonly PendingRow[] {
  if (after === undefined) return rows;
  const at = rows.findIndex(({ entry }) => ORDERS[sort](after, entry.summary) < 0);
  return at < 0 ? [] : rows.slice(at);
}
