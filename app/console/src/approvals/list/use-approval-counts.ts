import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';

/** Returns the number of pending requests by risk. */
export function useApprovalCounts() {
  const client = useClient();
  return useQuery({
    queryKey: ['approvals', 'counts'],
    queryFn: () => readResponse(client.api.approvals.counts.$get()),
  }).data;
}
