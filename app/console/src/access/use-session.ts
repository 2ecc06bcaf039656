import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';
import type { Session } from './session-state.ts';

/** The context that provides the session behind the session gate. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session. Throws outside of the session gate. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession must be used inside of SessionGate.');
  return session;
}

/** Returns whether the person has a role. */
export function useHasRole(needed: Session['user']['role']): boolean {
  return RANK[useSession().user.role] >= RANK[needed];
}

const RANK: Readonly<Record<Session['user']['role'], number>> = { viewer: 0, approver: 1, admin: 2 };

const MAX_PEOPLE = 20;

/** Returns the other known people to whom something can be assigned. */
export function usePeople({ isNeeded = true } = {}): readonly string[] {
  const client = useClient();
  const { user } = useSession();
  const people = useQuery({
    queryKey: ['people'],
    queryFn: () => readResponse(client.api.people.$get()),
    enabled: isNeeded,
    staleTime: 60_000,
  });
  return (people.data?.items ?? []).filter((id) => id !== user.id).slice(0, MAX_PEOPLE);
}
