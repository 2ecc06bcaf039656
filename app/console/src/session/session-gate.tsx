import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/api-problem.ts';
import { useClient, type ConsoleClient } from '../api/console-client.ts';
import { readAnswer } from '../api/read-answer.ts';
import { ErrorState } from '../components/error-state.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { LazyLoginScreen } from './lazy-login-screen.tsx';
import { SESSION_KEY, type SessionState } from './session-state.ts';
import { SessionContext } from './use-session.ts';

/** Shows the console to a person who has signed in and the sign-in page to anybody else. */
export function SessionGate(props: { readonly children: ReactNode }): ReactNode {
  const client = useClient();
  const session = useQuery({
    queryKey: SESSION_KEY,
    queryFn: () => fetchSession(client),
    staleTime: Infinity,
  });
  if (session.isPending) return <Skeleton />;
  if (session.isError) return <ErrorState error={session.error} onRetry={() => void session.refetch()} />;
  if (session.data.kind === 'out') return <LazyLoginScreen why={session.data.why} />;
  return <SessionContext value={session.data.session}>{props.children}</SessionContext>;
}

async function fetchSession(client: ConsoleClient): Promise<SessionState> {
  try {
    return { kind: 'in', session: await readAnswer(client.api.session.$get()) };
  } catch (failure) {
    if (failure instanceof ApiProblem && failure.status === 401) return { kind: 'out', why: 'never' };
    throw failure;
  }
}
