import { describe, expect, it } from 'vitest';
import { extendOrder, findMostUrgent, sortApprovals } from './sort-approvals.ts';

const item = (approval_id: string, risk_level: number, expires: string, created: string) => ({
  approval_id,
  risk_level,
  expires_at: `2026-11-17T${expires}:00.000Z`,
  created_at: `2026-11-17T${created}:00.000Z`,
});
const items = [
  item('new4', 4, '12:00', '09:00'),
  item('five', 5, '18:00', '08:00'),
  item('old4', 4, '10:00', '07:00'),
];
const ids = (list: readonly { approval_id: string }[]) => list.map(({ approval_id }) => approval_id);

describe('sortApprovals', () => {
  it.each([
    ['risk', ['five', 'old4', 'new4']],
    ['expiry', ['old4', 'new4', 'five']],
    ['age', ['new4', 'five', 'old4']],
  ] as const)('sorts by %s', (sort, expected) => {
    expect(ids(sortApprovals(items, sort))).toEqual(expected);
  });
});

describe('extendOrder', () => {
  it('keeps known requests in place and sorts only the new ones', () => {
    const known = ['old4', 'new4'];
    const more = [...items, item('three', 3, '09:00', '06:00')];
    expect(extendOrder(known, more, 'risk')).toEqual(['old4', 'new4', 'five', 'three']);
    expect(extendOrder(known, items.slice(0, 1), 'risk')).toBe(known);
  });

  it('does not move a request whose expiry was extended', () => {
    const extended = items.map((one) =>
      one.approval_id === 'old4' ? { ...one, expires_at: '2026-11-20T00:00:00.000Z' } : one,
    );
    expect(extendOrder(['five', 'old4', 'new4'], extended, 'risk')).toEqual(['five', 'old4', 'new4']);
  });
});

describe('findMostUrgent', () => {
  it('selects the highest risk, then the next expiry', () => {
    expect(findMostUrgent(items)?.approval_id).toBe('five');
    expect(findMostUrgent(items.filter(({ risk_level }) => risk_level < 5))?.approval_id).toBe('old4');
    expect(findMostUrgent([])).toBeUndefined();
  });
});
