import type { QueryClient } from '@tanstack/react-query';
import { SESSION_KEY, type SessionState } from './session-state.ts';

/** Replaces the session and removes all cached responses of the previous one. */
export function changeSession(queries: QueryClient, state: SessionState): void {
  // The entry of the session itself stays, because the session gate observes it.
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== SESSION_KEY[0] });
  queries.setQueryData(SESSION_KEY, state);
}
