import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';

/** Returns the number of pending approval requests. */
export function usePendingCount(): number {
  const client = useClient();
  const counts = useQuery({
    queryKey: ['approvals', 'counts'],
    queryFn: () => readResponse(client.api.approvals.counts.$get()),
  });
  return counts.data?.pending ?? 0;
}
