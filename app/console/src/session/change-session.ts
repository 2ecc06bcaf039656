import type { QueryClient } from '@tanstack/react-query';
import { SESSION_KEY, type SessionState } from './session-state.ts';

/** Puts another session in place, and forgets every answer that was given to the one before. */
export function changeSession(queries: QueryClient, state: SessionState): void {
  // The session's own entry stays: the gate watches it and must hear of the change.
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== SESSION_KEY[0] });
  queries.setQueryData(SESSION_KEY, state);
}
