import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { changeSession } from './change-session.ts';
import { SESSION_KEY, type SessionState } from './session-state.ts';

it('notifies the observers of the session, and removes the cached responses of the previous person', () => {
  const queries = new QueryClient();
  const before: SessionState = { kind: 'out', why: 'never' };
  queries.setQueryData(SESSION_KEY, before);
  queries.setQueryData(['approvals', 'list'], ['secret']);
  const received: unknown[] = [];
  const stop = new QueryObserver(queries, { queryKey: SESSION_KEY, enabled: false }).subscribe(({ data }) =>
    received.push(data),
  );
  changeSession(queries, { kind: 'out', why: 'left' });
  stop();
  expect(queries.getQueryData(SESSION_KEY)).toEqual({ kind: 'out', why: 'left' });
  expect(received.at(-1)).toEqual({ kind: 'out', why: 'left' });
  expect(queries.getQueryData(['approvals', 'list'])).toBeUndefined();
});
