import { describe, expect, it } from 'vitest';
import type { ApprovalSummary } from './approval.ts';
import {
  addNewest,
  allApprovals,
  findArrivals,
  findUnlisted,
  markDecided,
  replaceApproval,
  type ApprovalPages,
} from './approval-pages.ts';

const request = (approval_id: string, more: Partial<ApprovalSummary> = {}) =>
  ({ approval_id, status: 'pending', decided_by: null, decided_at: null, ...more }) as ApprovalSummary;

const loaded: ApprovalPages = {
  pages: [
    { items: [request('a'), request('b')], cursor: '1' },
    { items: [request('c')], cursor: null },
  ],
  pageParams: [undefined, '1'],
};

const news = (event: string, approval_id: string | null, by: string | null = 'mika') => ({
  seq: 1,
  event,
  run_id: 'r',
  timestamp: '2026-11-15T00:00:00.000Z',
  approval_id,
  tool_id: null,
  by,
  risk_level: null,
  decision: null,
});

const ids = (pages: ApprovalPages) => allApprovals(pages).map((item) => item.approval_id);

describe('approval pages', () => {
  it('keeps a request that was decided elsewhere in its place and says by whom', () => {
    const after = markDecided(loaded, news('approval.denied', 'c'));
    expect(ids(after)).toEqual(['a', 'b', 'c']);
    expect(allApprovals(after)[2]).toMatchObject({ status: 'denied', decided_by: { id: 'mika' } });
  });

  it('knows no person behind an expiry', () => {
    const after = markDecided(loaded, news('approval.expired', 'a', null));
    expect(allApprovals(after)[0]).toMatchObject({ status: 'expired', decided_by: null });
  });

  it.each([
    ['another kind of news', news('run.finished', 'a')],
    ['news about no request', news('approval.approved', null)],
    ['news about a request that is not loaded', news('approval.approved', 'z')],
  ])('changes nothing for %s', (_case, one) => {
    expect(allApprovals(markDecided(loaded, one)).map((item) => item.status)).toEqual([
      'pending',
      'pending',
      'pending',
    ]);
  });

  it('does not decide twice', () => {
    const once = markDecided(loaded, news('approval.approved', 'a', 'mika'));
    const twice = markDecided(once, news('approval.denied', 'a', 'ken'));
    expect(allApprovals(twice)[0]).toMatchObject({ status: 'approved', decided_by: { id: 'mika' } });
  });

  it('puts only what is new on top', () => {
    expect(ids(addNewest(loaded, [request('n'), request('a')]))).toEqual(['n', 'a', 'b', 'c']);
  });

  it('finds what arrived since the list was loaded, and leaves the list as it is', () => {
    const arrivals = findArrivals(loaded, [request('n'), request('a')]);
    expect(arrivals.map((item) => item.approval_id)).toEqual(['n']);
    expect(ids(loaded)).toEqual(['a', 'b', 'c']);
  });

  describe('requests that the server no longer lists', () => {
    const at = (id: string, second: number, more: Partial<ApprovalSummary> = {}) =>
      request(id, { created_at: `2026-11-15T00:00:0${second}.000Z`, ...more });
    const waiting: ApprovalPages = {
      pages: [{ items: [at('c', 3), at('b', 2, { status: 'denied' }), at('a', 1)], cursor: null }],
      pageParams: [undefined],
    };
    const unlisted = (items: readonly ApprovalSummary[], cursor: string | null) =>
      findUnlisted(waiting, { items, cursor }).map((item) => item.approval_id);

    it('are those that wait in the list but not in a complete answer', () => {
      expect(unlisted([], null)).toEqual(['c', 'a']);
      expect(unlisted([at('c', 3)], null)).toEqual(['a']);
    });

    it('are not those that may be on the next page', () => {
      expect(unlisted([at('d', 4), at('b', 2)], 'next')).toEqual(['c']);
      expect(unlisted([], 'next')).toEqual([]);
    });
  });

  it('shows the newest state of a request', () => {
    const after = replaceApproval(loaded, request('b', { status: 'approved' }));
    expect(allApprovals(after)[1]?.status).toBe('approved');
  });

  it('shows a request once when two pages hold it', () => {
    const twice = { ...loaded, pages: [...loaded.pages, { items: [request('a')], cursor: null }] };
    expect(ids(twice)).toEqual(['a', 'b', 'c']);
  });
});
