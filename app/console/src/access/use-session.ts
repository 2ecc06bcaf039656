import { createContext, useContext } from 'react';
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
