import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/console-client.ts';
import { readAnswer } from '../api/read-answer.ts';

/** Returns the number of pending approval requests. */
export function useWaitingCount(): number {
  const client = useClient();
  const counts = useQuery({
    queryKey: ['approvals', 'counts'],
    queryFn: () => readAnswer(client.api.approvals.counts.$get()),
  });
  return counts.data?.pending ?? 0;
}
