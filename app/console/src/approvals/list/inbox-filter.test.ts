import { describe, expect, it } from 'vitest';
import { isFiltered, readInboxFilter, searchOfView, toApprovalQuery, toViewQuery } from './inbox-filter.ts';

describe('inbox filter', () => {
  it('shows all pending requests by risk when the address has no filter', () => {
    const filter = readInboxFilter({}, false);
    expect(toApprovalQuery(filter)).toEqual({
      status: 'pending',
      limit: '100',
      sort: 'risk',
      grouped: 'true',
    });
    expect(filter.sort).toBe('risk');
    expect(isFiltered(filter)).toBe(false);
  });

  it('requests the filter of the address', () => {
    const search = { risk: '4', tool: 'send_mail', agent: 'mail', run: 'run_1' };
    expect(toApprovalQuery(readInboxFilter(search, true))).toEqual({
      status: 'decided',
      limit: '100',
      min_risk: '4',
      tool: 'send_mail',
      agent: 'mail',
      run_id: 'run_1',
    });
  });

  it('restores a saved view', () => {
    const search = { view: 'urgent', risk: '4', run: 'run_1', q: 'pay' };
    const query = new URLSearchParams(toViewQuery(readInboxFilter(search, false))).toString();
    expect(searchOfView(query)).toEqual(search);
  });

  it.each(['0', '6', 'x', '4; drop'])('ignores the risk "%s"', (risk) => {
    expect(readInboxFilter({ risk }, false).minRisk).toBe('');
  });

  it.each([
    [{ sort: 'expiry' }, false, 'expiry'],
    [{ sort: 'nope' }, false, 'risk'],
    [{ sort: 'expiry' }, true, 'age'],
  ] as const)('reads the order of %j', (search, isHistory, sort) => {
    expect(readInboxFilter(search, isHistory).sort).toBe(sort);
  });

  it.each([{ risk: '4' }, { tool: 'a' }, { agent: 'a' }, { run: 'a' }, { q: 'a' }])(
    'knows that %j hides requests',
    (search) => expect(isFiltered(readInboxFilter(search, false))).toBe(true),
  );
});
