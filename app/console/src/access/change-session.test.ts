import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { changeSession, continueSession } from './change-session.ts';
import { SESSION_KEY, type Session, type SessionState } from './session-state.ts';

it('notifies the observers of the session, and removes the cached responses of the previous person', () => {
  const queries = new QueryClient();
  const before: SessionState = { kind: 'out', why: 'never' };
  queries.setQueryData(SESSION_KEY, before);
  queries.setQueryData(['approvals', 'list'], ['secret']);
  const received: unknown[] = [];
  const stop = new QueryObserver(queries, { queryKey: SESSION_KEY, enabled: false }).subscribe(({ data }) =>
    received.push(data),
  );
  const storage = { clear: vi.fn<() => void>() };
  changeSession(queries, { kind: 'out', why: 'left' }, storage);
  stop();
  expect(storage.clear).toHaveBeenCalledOnce();
  expect(queries.getQueryData(SESSION_KEY)).toEqual({ kind: 'out', why: 'left' });
  expect(received.at(-1)).toEqual({ kind: 'out', why: 'left' });
  expect(queries.getQueryData(['approvals', 'list'])).toBeUndefined();
});

it('keeps cached responses and copies of runs only for the person whose session ended', () => {
  for (const [id, kept] of [
    ['mika', ['draft']],
    ['ken', undefined],
  ] as const) {
    const queries = new QueryClient();
    const ended: SessionState = { kind: 'ended', session: sessionOf('mika') };
    queries.setQueryData(SESSION_KEY, ended);
    queries.setQueryData(['approvals', 'list'], ['draft']);
    const storage = { clear: vi.fn<() => void>() };
    continueSession(queries, sessionOf(id), storage);
    expect(storage.clear).toHaveBeenCalledTimes(kept ? 0 : 1);
    expect(queries.getQueryData(SESSION_KEY)).toEqual({ kind: 'in', session: sessionOf(id) });
    expect(queries.getQueryData(['approvals', 'list'])).toEqual(kept);
  }
});

const sessionOf = (id: string): Session => ({
  user: { id, role: 'approver' },
  csrf_token: 'c',
  via: 'session',
  method: null,
  expires_at: null,
  language: 'en',
  mode: 'mock',
  store: 'sqlite',
  version: '0',
  seq: 0,
});
