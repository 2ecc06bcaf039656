import type { TextSearch } from '../../ui/format/text-search.ts';

/** The available orders of the list. */
export const SORTS = ['risk', 'expiry', 'age'] as const;

/** The filter and the order of the list. */
export interface InboxFilter {
  readonly isHistory: boolean;
  readonly view: '' | 'urgent' | 'mine';
  readonly minRisk: string;
  readonly tool: string;
  readonly agent: string;
  readonly run: string;
  readonly text: string;
  /** The highest risk first, the next expiry first, or the newest first. */
  readonly sort: (typeof SORTS)[number];
}

/** Reads the filter from the address. */
export function readInboxFilter(search: TextSearch, isHistory: boolean): InboxFilter {
  return {
    isHistory,
    view: isHistory ? '' : (VIEWS.find((name) => name === search['view']) ?? ''),
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
  const query = { ...toViewQuery(filter), limit: '100', status: filter.isHistory ? 'decided' : 'pending' };
  if (filter.isHistory) return query;
  // A list of one tool or run displays each request, so that single ones can be opened and selected.
  const isSingle = filter.tool !== '' || filter.run !== '';
  return { ...query, sort: filter.sort, grouped: String(!isSingle) };
}

/** Converts the filter to the query of a saved view. */
export function toViewQuery(filter: InboxFilter): Record<string, string> {
  const parts = {
    view: filter.view,
    min_risk: filter.minRisk,
    tool: filter.tool,
    agent: filter.agent,
    run_id: filter.run,
    q: filter.text,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== ''));
}

/** Converts the query of a saved view to the address. */
export function searchOfView(query: string): Record<string, string> {
  const { min_risk: risk, run_id: run, ...same } = Object.fromEntries(new URLSearchParams(query));
  return {
    ...same,
    ...(risk === undefined ? {} : { risk }),
    ...(run === undefined ? {} : { run }),
  };
}

/** Returns whether the filter hides requests. */
export const isFiltered = (filter: InboxFilter) =>
  [filter.view, filter.minRisk, filter.tool, filter.agent, filter.run, filter.text].some(
    (value) => value !== '',
  );

const VIEWS = ['urgent', 'mine'] as const;
