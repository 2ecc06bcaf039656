import type { QueryClient } from '@tanstack/react-query';
import { SESSION_KEY, type Session, type SessionState } from './session-state.ts';

/** The storage of copies of runs, as `sessionStorage`. */
type TabStorage = Pick<Storage, 'clear'>;

/** Replaces the session and removes all cached responses and copies of runs of the previous one. */
export function changeSession(
  queries: QueryClient,
  state: SessionState,
  storage: TabStorage = sessionStorage,
): void {
  storage.clear();
  // The entry of the session itself stays, because the session gate observes it.
  queries.removeQueries({ predicate: isOther });
  queries.setQueryData(SESSION_KEY, state);
}

/**
 * Continues the work of a person after a new sign-in. The responses are fetched again, and the page stays. Another person
 * gets none of it.
 */
export function continueSession(
  queries: QueryClient,
  session: Session,
  storage: TabStorage = sessionStorage,
): void {
  const before = queries.getQueryData<SessionState>(SESSION_KEY);
  if (before?.kind !== 'ended' || before.session.user.id !== session.user.id) {
    changeSession(queries, { kind: 'in', session }, storage);
    return;
  }
  const state: SessionState = { kind: 'in', session };
  queries.setQueryData(SESSION_KEY, state);
  void queries.invalidateQueries({ predicate: isOther });
}

const isOther = (query: { readonly queryKey: readonly unknown[] }) => query.queryKey[0] !== SESSION_KEY[0];
