import type { TextSearch } from '../../app/text-search.ts';
import { EVENT_NAMES } from './event-names.ts';

/** What to look for in the log. */
export interface AuditFilter {
  readonly text: string;
  readonly event: (typeof EVENT_NAMES)[number] | undefined;
  readonly run: string;
  /** Days as the date fields give them, `2026-11-15`. */
  readonly since: string;
  readonly until: string;
}

/** Reads the filter out of the address. */
export function readAuditFilter(search: TextSearch): AuditFilter {
  return {
    text: search['q'] ?? '',
    event: EVENT_NAMES.find((name) => name === search['event']),
    run: search['run'] ?? '',
    since: dayOf(search['since']),
    until: dayOf(search['until']),
  };
}

/** Writes the span of days as moments: from the first moment of the first day to the end of the last, local time. */
function toMoments({ since, until }: AuditFilter): { since?: string; until?: string } {
  return {
    ...(since === '' ? {} : { since: new Date(`${since}T00:00:00`).toISOString() }),
    ...(until === '' ? {} : { until: new Date(`${until}T23:59:59.999`).toISOString() }),
  };
}

/** Writes the filter as the server's query. */
export function toAuditQuery(filter: AuditFilter) {
  return {
    limit: '100',
    ...(filter.text === '' ? {} : { q: filter.text }),
    ...(filter.event === undefined ? {} : { event: filter.event }),
    ...(filter.run === '' ? {} : { run_id: filter.run }),
    ...toMoments(filter),
  };
}

/** The address of a download of what the filter of time and run leaves. */
export function exportAddress(filter: AuditFilter): string {
  const query = new URLSearchParams({
    ...(filter.run === '' ? {} : { run_id: filter.run }),
    ...toMoments(filter),
  });
  return query.size === 0 ? '/api/audit/export' : `/api/audit/export?${query.toString()}`;
}

const dayOf = (text: string | undefined) =>
  /^\d{4}-\d{2}-\d{2}$/u.test(text ?? '') && !Number.isNaN(Date.parse(text ?? '')) ? (text ?? '') : '';
