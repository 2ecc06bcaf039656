import { describe, expect, it } from 'vitest';
import { matchesFilter, readInboxFilter, toApprovalQuery } from './inbox-filter.ts';

describe('inbox filter', () => {
  it('shows all pending requests when the address has no filter', () => {
    expect(toApprovalQuery(readInboxFilter({}))).toEqual({ status: 'pending', limit: '100' });
  });

  it('requests the filter of the address', () => {
    const filter = readInboxFilter({
      tab: 'history',
      risk: '4',
      tool: 'send_mail',
      agent: 'mail',
      run: 'run_1',
    });
    expect(toApprovalQuery(filter)).toEqual({
      status: 'decided',
      limit: '100',
      min_risk: '4',
      tool: 'send_mail',
      agent: 'mail',
      run_id: 'run_1',
    });
  });

  it.each(['0', '6', 'x', '4; drop'])('ignores the risk "%s"', (risk) => {
    expect(readInboxFilter({ risk }).minRisk).toBe('');
  });

  it('ignores an unknown tab', () => {
    expect(readInboxFilter({ tab: 'nope' }).tab).toBe('pending');
  });

  it.each([
    [{ risk: '4' }, true],
    [{ risk: '5' }, false],
    [{ tool: 'send_mail' }, true],
    [{ tool: 'other' }, false],
    [{ agent: 'other' }, false],
    [{ run: 'other' }, false],
    [{}, true],
  ])('with %j matches: %s', (search, expected) => {
    const approval = { risk_level: 4, tool_id: 'send_mail', agent_name: 'mail', run_id: 'run_1' };
    expect(matchesFilter(approval, readInboxFilter(search))).toBe(expected);
  });
});
