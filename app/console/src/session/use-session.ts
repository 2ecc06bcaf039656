import { createContext, useContext } from 'react';
import type { Session } from './session-state.ts';

/** Carries the session to every component behind the gate. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** Gives the session; only usable behind the gate. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionGate above it.');
  return session;
}

/** Whether the person may do what needs a role. */
export function useMay(needed: Session['user']['role']): boolean {
  return RANK[useSession().user.role] >= RANK[needed];
}

const RANK: Readonly<Record<Session['user']['role'], number>> = { viewer: 0, approver: 1, admin: 2 };
