import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { FloatingProblem } from '../ui/parts/floating-problem.tsx';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { fetchSession } from './fetch-session.ts';
import { LazyLoginScreen } from './lazy-login-screen.tsx';
import { SESSION_KEY, type SessionState } from './session-state.ts';
import { SessionContext } from './use-session.ts';

const SessionEnded = lazyPart(() => import('./session-ended.tsx').then((file) => file.SessionEnded), {
  problem: FloatingProblem,
});

/**
 * Displays the console to a signed-in person, otherwise the sign-in page. When the session ends, the page stays as it
 * is, with a dialog that asks for a new sign-in.
 */
export function SessionGate(props: { readonly children: ReactNode }): ReactNode {
  const client = useClient();
  const queries = useQueryClient();
  const session = useQuery({
    queryKey: SESSION_KEY,
    queryFn: async (): Promise<SessionState> => {
      const state = await fetchSession(client);
      const before = queries.getQueryData<SessionState>(SESSION_KEY);
      const isEnd = state.kind === 'out' && before !== undefined && before.kind !== 'out';
      return isEnd ? { ...before, kind: 'ended' } : state;
    },
    staleTime: Infinity,
  });
  if (session.isPending) return <Skeleton />;
  // A temporarily unavailable server must not replace the screen of a person who is working on it.
  if (session.isLoadingError)
    return <ErrorState error={session.error} onRetry={() => void session.refetch()} />;
  if (session.data.kind === 'out') return <LazyLoginScreen why={session.data.why} />;
  // Another person who signs in must not see what the previous one has typed.
  return (
    <SessionContext key={session.data.session.user.id} value={session.data.session}>
      {props.children}
      {session.data.kind === 'ended' && <SessionEnded />}
    </SessionContext>
  );
}
