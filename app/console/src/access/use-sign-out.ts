import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../api/console-client.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { changeSession } from './change-session.ts';

/** Signs the person out. A person who leaves a shared machine must know when they are still signed in. */
export function useSignOut() {
  const client = useClient();
  const queries = useQueryClient();
  const explain = useExplainFailure();
  const signOut = useMutation({
    mutationFn: () => client.api.session.$delete(),
    onSuccess: () => changeSession(queries, { kind: 'out', why: 'left' }),
  });
  return {
    start: () => signOut.mutate(),
    isPending: signOut.isPending,
    problem: signOut.isError ? explain(signOut.error) : undefined,
  };
}
