import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { fetchSession } from './fetch-session.ts';
import { LazyLoginScreen } from './lazy-login-screen.tsx';
import { SESSION_KEY } from './session-state.ts';
import { SessionContext } from './use-session.ts';

/** Displays the console to a signed-in person, otherwise the sign-in page. */
export function SessionGate(props: { readonly children: ReactNode }): ReactNode {
  const client = useClient();
  const session = useQuery({
    queryKey: SESSION_KEY,
    queryFn: () => fetchSession(client),
    staleTime: Infinity,
  });
  if (session.isPending) return <Skeleton />;
  // A temporarily unavailable server must not replace the screen of a person who is working on it.
  if (session.isLoadingError)
    return <ErrorState error={session.error} onRetry={() => void session.refetch()} />;
  if (session.data.kind === 'out') return <LazyLoginScreen why={session.data.why} />;
  return <SessionContext value={session.data.session}>{props.children}</SessionContext>;
}
