import type { TextSearch } from '../ui/format/text-search.ts';
import { EVENT_NAMES } from './event-names.ts';

/** The filter of the audit log. */
export interface AuditFilter {
  readonly text: string;
  readonly event: (typeof EVENT_NAMES)[number] | undefined;
  readonly run: string;
  /** Days in the format of date fields, `2026-11-15`. */
  readonly since: string;
  readonly until: string;
}

/** Reads the filter from the address. */
export function readAuditFilter(search: TextSearch): AuditFilter {
  return {
    text: search['q'] ?? '',
    event: EVENT_NAMES.find((name) => name === search['event']),
    run: search['run'] ?? '',
    since: dayOf(search['since']),
    until: dayOf(search['until']),
  };
}

/** Returns whether the filter excludes any record. */
export const isFiltered = (filter: AuditFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined && value !== '');

/** Converts the range of days to times, from the start of the first day to the end of the last day in local time. */
function toMoments({ since, until }: AuditFilter): { since?: string; until?: string } {
  return {
    ...(since === '' ? {} : { since: new Date(`${since}T00:00:00`).toISOString() }),
    ...(until === '' ? {} : { until: new Date(`${until}T23:59:59.999`).toISOString() }),
  };
}

/** Converts the filter to the server's query. */
export function toAuditQuery(filter: AuditFilter) {
  return {
    limit: '100',
    ...(filter.text === '' ? {} : { q: filter.text }),
    ...(filter.event === undefined ? {} : { event: filter.event }),
    ...(filter.run === '' ? {} : { run_id: filter.run }),
    ...toMoments(filter),
  };
}

/** Returns the address of a download of the filtered records. */
export function exportAddress(filter: AuditFilter, format: 'csv' | 'jsonl'): string {
  const { limit: _limit, ...query } = toAuditQuery(filter);
  return `/api/audit/export?${new URLSearchParams({ ...query, format }).toString()}`;
}

const dayOf = (text: string | undefined) =>
  /^\d{4}-\d{2}-\d{2}$/u.test(text ?? '') && !Number.isNaN(Date.parse(text ?? '')) ? (text ?? '') : '';
