import { describe, expect, it } from 'vitest';
import { startConsole } from './start-console.ts';

const stepTemplates = [
  { seq: 1, name: '準備', basis: 'goal', offsetDays: -3 },
  { seq: 2, name: '納品', basis: 'prev', offsetDays: 3, dependsOn: [1] },
];
const winter = { first: '2026-12-29', last: '2027-01-04', name: '年末年始休業' };

describe('company holidays', () => {
  it('are changed by an administrator only, by version, and recorded', async () => {
    const { call, as } = await startConsole();
    expect((await call('GET', '/api/holidays')).json).toMatchObject({ items: [], version: 0 });
    const { public_holidays: known, known_until: end } = (await call('GET', '/api/holidays')).json;
    expect([known.includes('2027-01-01'), known.includes('2027-01-04'), end]).toEqual([
      true,
      false,
      '2050-12-31',
    ]);
    const change = { version: 0, items: [winter] };
    expect((await call('PUT', '/api/holidays', change)).status).toBe(403);
    const summer = { first: '2026-08-13', last: '2026-08-14', name: '夏季休業' };
    const changed = await call('PUT', '/api/holidays', { version: 0, items: [winter, summer] }, as('root'));
    expect(changed.json).toMatchObject({ version: 1, changed_by: 'root', items: [summer, winter] });
    const stale = await call('PUT', '/api/holidays', change, as('root'));
    expect([stale.status, stale.json]).toMatchObject([
      409,
      { code: 'VersionConflict', version: 1, changed_by: 'root' },
    ]);
    const { json } = await call('GET', '/api/audit?event=policy.changed');
    expect(json.items).toMatchObject([
      { decision: 'holidays.changed', data: { by: 'root', periods: 2, version: 1 } },
    ]);
  });

  it.each([
    ['a last day before the first', { ...winter, last: '2026-12-28' }],
    ['a period of more than two months', { ...winter, last: '2027-03-04' }],
    ['a day that does not exist', { ...winter, first: '2026-02-30' }],
    ['no name', { ...winter, name: ' ' }],
  ])('are rejected with %s', async (_case, item) => {
    const { call, as } = await startConsole();
    const refused = await call('PUT', '/api/holidays', { version: 0, items: [item] }, as('root'));
    expect(refused.status).toBe(400);
    expect((await call('GET', '/api/holidays')).json.version).toBe(0);
  });

  it('move the dates of new cases, and warn about existing ones until they are replanned', async () => {
    const { call, as } = await startConsole({}, { clock: () => Date.parse('2026-11-16T01:00:00Z') });
    const template = await call('POST', '/process-templates', { name: '年末の納品', stepTemplates });
    const start = () =>
      call('POST', `/process-templates/${template.json.id}/cases`, { goalDate: '2027-01-04' });
    const datesOf = (found: { steps: { dueDate: string }[] }) => found.steps.map(({ dueDate }) => dueDate);
    const before = (await start()).json;
    expect(datesOf(before)).toEqual(['2026-12-29', '2027-01-04']);
    expect(before.warnings).toEqual([]);

    await call('PUT', '/api/holidays', { version: 0, items: [winter] }, as('root'));
    const kept = (await call('GET', `/cases/${before.id}`)).json;
    expect(datesOf(kept)).toEqual(['2026-12-29', '2027-01-04']);
    expect(kept.warnings).toEqual([
      { seq: 1, class: 'DueOnDayOff' },
      { seq: 2, class: 'DueOnDayOff' },
    ]);
    const after = (await start()).json;
    expect(datesOf(after)).toEqual(['2026-12-24', '2027-01-05']);
    const replanned = await call('POST', `/cases/${before.id}/replan/apply`, {
      goalDate: '2027-01-04',
      version: 1,
    });
    expect(datesOf(replanned.json.case)).toEqual(datesOf(after));
    expect(replanned.json.case.warnings).toEqual([{ seq: 2, class: 'DueAfterGoal' }]);
  });
});
