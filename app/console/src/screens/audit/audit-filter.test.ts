import { describe, expect, it } from 'vitest';
import { exportAddress, readAuditFilter, toAuditQuery } from './audit-filter.ts';

describe('audit filter', () => {
  it('asks for the newest records when the address says nothing', () => {
    expect(toAuditQuery(readAuditFilter({}))).toEqual({ limit: '100' });
    expect(exportAddress(readAuditFilter({}))).toBe('/api/audit/export');
  });

  it('asks for what the address says', () => {
    const query = toAuditQuery(readAuditFilter({ q: 'mika', event: 'tool.start', run: 'run_1' }));
    expect(query).toEqual({ limit: '100', q: 'mika', event: 'tool.start', run_id: 'run_1' });
  });

  it('takes both days of a span whole', () => {
    const { since, until } = toAuditQuery(readAuditFilter({ since: '2026-11-14', until: '2026-11-15' }));
    expect(Date.parse(until ?? '') - Date.parse(since ?? '')).toBe(2 * 86_400_000 - 1);
  });

  it.each([{ event: 'weather.changed' }, { since: 'yesterday' }, { until: '2026-13-45' }])(
    'ignores %j',
    (search) => {
      expect(toAuditQuery(readAuditFilter(search))).toEqual({ limit: '100' });
    },
  );

  it('exports the run and the days that are shown', () => {
    const address = exportAddress(readAuditFilter({ run: 'run&1', since: '2026-11-14', q: 'ignored' }));
    expect(address).toMatch(/^\/api\/audit\/export\?run_id=run%261&since=2026-11-1/u);
  });
});
