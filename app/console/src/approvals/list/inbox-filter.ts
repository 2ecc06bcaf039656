import type { TextSearch } from '../../ui/format/text-search.ts';

/** The filter of the list: pending or decided requests, by risk, tool, agent and run. */
export interface InboxFilter {
  readonly tab: 'pending' | 'history' | 'grants';
  readonly minRisk: string;
  readonly tool: string;
  readonly agent: string;
  readonly run: string;
}

/** Reads the filter from the address. */
export function readInboxFilter(search: TextSearch): InboxFilter {
  const tab = search['tab'];
  return {
    tab: tab === 'history' || tab === 'grants' ? tab : 'pending',
    minRisk: /^[1-5]$/u.test(search['risk'] ?? '') ? (search['risk'] ?? '') : '',
    tool: search['tool'] ?? '',
    agent: search['agent'] ?? '',
    run: search['run'] ?? '',
  };
}

/** Converts the filter to the server's query. */
export function toApprovalQuery(filter: InboxFilter): Record<string, string> {
  const query: Record<string, string> = {
    status: filter.tab === 'history' ? 'decided' : 'pending',
    limit: '100',
  };
  if (filter.minRisk !== '') query['min_risk'] = filter.minRisk;
  if (filter.tool !== '') query['tool'] = filter.tool;
  if (filter.agent !== '') query['agent'] = filter.agent;
  if (filter.run !== '') query['run_id'] = filter.run;
  return query;
}

/** Returns whether a request matches the filter. The status is not compared, because decided rows stay in the list. */
export function matchesFilter(
  approval: {
    readonly risk_level: number;
    readonly tool_id: string;
    readonly agent_name: string;
    readonly run_id: string;
  },
  filter: InboxFilter,
): boolean {
  return (
    approval.risk_level >= Number(filter.minRisk) &&
    (filter.tool === '' || approval.tool_id === filter.tool) &&
    (filter.agent === '' || approval.agent_name === filter.agent) &&
    (filter.run === '' || approval.run_id === filter.run)
  );
}
