import { describe, expect, it } from 'vitest';
import { exportAddress, readAuditFilter, toAuditQuery } from './audit-filter.ts';

describe('audit filter', () => {
  it('requests the newest records when the address has no filter', () => {
    expect(toAuditQuery(readAuditFilter({}))).toEqual({ limit: '100' });
    expect(exportAddress(readAuditFilter({}), 'csv')).toBe('/api/audit/export?format=csv');
  });

  it('requests the filter of the address', () => {
    const query = toAuditQuery(readAuditFilter({ q: 'mika', event: 'tool.start', run: 'run_1' }));
    expect(query).toEqual({ limit: '100', q: 'mika', event: 'tool.start', run_id: 'run_1' });
  });

  it('includes both days of a range completely', () => {
    const { since, until } = toAuditQuery(readAuditFilter({ since: '2026-11-14', until: '2026-11-15' }));
    expect(Date.parse(until ?? '') - Date.parse(since ?? '')).toBe(2 * 86_400_000 - 1);
  });

  it.each([{ event: 'weather.changed' }, { since: 'yesterday' }, { until: '2026-13-45' }])(
    'ignores %j',
    (search) => {
      expect(toAuditQuery(readAuditFilter(search))).toEqual({ limit: '100' });
    },
  );

  it('exports the records of the whole filter', () => {
    const filter = readAuditFilter({ run: 'run&1', since: '2026-11-14', q: 'mika', event: 'tool.start' });
    const query = new URLSearchParams(exportAddress(filter, 'jsonl').split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({
      q: 'mika',
      event: 'tool.start',
      run_id: 'run&1',
      since: new Date('2026-11-14T00:00:00').toISOString(),
      format: 'jsonl',
    });
  });
});
