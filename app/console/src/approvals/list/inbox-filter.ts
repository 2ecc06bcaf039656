import type { TextSearch } from '../../ui/format/text-search.ts';
import { SORTS, type Sort } from './sort-approvals.ts';

/** The filter and the order of the list. */
export interface InboxFilter {
  readonly isHistory: boolean;
  readonly minRisk: string;
  readonly tool: string;
  readonly agent: string;
  readonly run: string;
  /** The text to search in the loaded requests. The server does not search requests by text. */
  readonly text: string;
  readonly sort: Sort;
}

/** Reads the filter from the address. */
export function readInboxFilter(search: TextSearch, isHistory: boolean): InboxFilter {
  return {
    isHistory,
    minRisk: /^[1-5]$/u.test(search['risk'] ?? '') ? (search['risk'] ?? '') : '',
    tool: search['tool'] ?? '',
    agent: search['agent'] ?? '',
    run: search['run'] ?? '',
    text: search['q'] ?? '',
    sort: isHistory ? 'age' : (SORTS.find((name) => name === search['sort']) ?? 'risk'),
  };
}

/** Converts the filter to the server's query. */
export function toApprovalQuery(filter: InboxFilter): Record<string, string> {
  const query: Record<string, string> = { status: filter.isHistory ? 'decided' : 'pending', limit: '100' };
  if (filter.minRisk !== '') query['min_risk'] = filter.minRisk;
  if (filter.tool !== '') query['tool'] = filter.tool;
  if (filter.agent !== '') query['agent'] = filter.agent;
  if (filter.run !== '') query['run_id'] = filter.run;
  return query;
}

/** Returns whether the filter hides requests. */
export const isFiltered = (filter: InboxFilter) =>
  [filter.minRisk, filter.tool, filter.agent, filter.run, filter.text].some((value) => value !== '');
