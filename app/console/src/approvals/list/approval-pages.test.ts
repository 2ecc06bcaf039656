import { describe, expect, it } from 'vitest';
import type { ApprovalSummary } from '../approval.ts';
import {
  allApprovals,
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

const auditEvent = (event: string, approval_id: string | null, by: string | null = 'mika') => ({
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
  it('keeps a request that was decided elsewhere at its position, with the name of the decider', () => {
    const after = markDecided(loaded, auditEvent('approval.denied', 'c'));
    expect(ids(after)).toEqual(['a', 'b', 'c']);
    expect(allApprovals(after)[2]).toMatchObject({ status: 'denied', decided_by: { id: 'mika' } });
  });

  it('names no person for an expired request', () => {
    const after = markDecided(loaded, auditEvent('approval.expired', 'a', null));
    expect(allApprovals(after)[0]).toMatchObject({ status: 'expired', decided_by: null });
  });

  it.each([
    ['an event of another kind', auditEvent('run.finished', 'a')],
    ['an event without a request', auditEvent('approval.approved', null)],
    ['an event about a request that is not loaded', auditEvent('approval.approved', 'z')],
  ])('changes nothing for %s', (_case, one) => {
    expect(allApprovals(markDecided(loaded, one)).map((item) => item.status)).toEqual([
      'pending',
      'pending',
      'pending',
    ]);
  });

  it('does not change a decided request again', () => {
    const once = markDecided(loaded, auditEvent('approval.approved', 'a', 'mika'));
    const twice = markDecided(once, auditEvent('approval.denied', 'a', 'ken'));
    expect(allApprovals(twice)[0]).toMatchObject({ status: 'approved', decided_by: { id: 'mika' } });
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

    it('are pending in the list and missing from a complete response', () => {
      expect(unlisted([], null)).toEqual(['c', 'a']);
      expect(unlisted([at('c', 3)], null)).toEqual(['a']);
    });

    it('do not include requests that may be on the next page', () => {
      expect(unlisted([at('d', 4), at('b', 2)], 'next')).toEqual(['c']);
      expect(unlisted([], 'next')).toEqual([]);
    });
  });

  it('shows the newest state of a request', () => {
    const after = replaceApproval(loaded, request('b', { status: 'approved' }));
    expect(allApprovals(after)[1]?.status).toBe('approved');
  });

  it('shows a request once when two pages contain it', () => {
    const twice = { ...loaded, pages: [...loaded.pages, { items: [request('a')], cursor: null }] };
    expect(ids(twice)).toEqual(['a', 'b', 'c']);
  });
});
