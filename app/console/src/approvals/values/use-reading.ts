import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient, type ConsoleClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useHasRole } from '../../access/use-session.ts';
import type { ApprovalDetail } from '../approval.ts';
import type { ApprovalReading } from './shown-values.ts';

/**
 * Whether a person has the complete values of a request. `shown`: yes. `blocked`: yes, but they cannot be displayed
 * exactly, so they cannot be approved. `masked`: the person may not decide, or has not requested them.
 */
export interface ReadingState {
  readonly state: 'shown' | 'blocked' | 'loading' | 'failed' | 'masked';
  readonly values: ApprovalReading | undefined;
  readonly failure: unknown;
  /** Loads the values, which the server records. It is absent when the person may not read them. */
  readonly load: (() => void) | undefined;
}

/** Reads the complete values of an open request for a person who may decide it. */
export function useReading(approval: ApprovalDetail, isOpen: boolean): ReadingState {
  const client = useClient();
  const mayDecide = useHasRole('approver');
  const [isAsked, setAsked] = useState(false);
  const isCall = approval.kind === 'call';
  // A request about an outcome approves nothing, so its complete values are loaded only on demand.
  const isNeeded = needsReading(approval) || (!isCall && approval.masked_paths.length > 0);
  const query = useQuery({
    ...readingQuery(client, approval),
    enabled: isNeeded && mayDecide && ((isOpen && isCall) || isAsked),
  });
  if (!isNeeded) return { state: 'shown', values: undefined, failure: undefined, load: undefined };
  return {
    ...readingState(query),
    load: mayDecide
      ? () => {
          setAsked(true);
          if (query.isError) void query.refetch();
        }
      : undefined,
  };
}

/** Returns whether the listed values are masked or shortened, so that an approval needs the complete ones. */
export const needsReading = (approval: ApprovalDetail) =>
  approval.kind === 'call' && approval.display !== 'complete';

/** Fetches the complete values. The server records each fetch, so it is never repeated automatically. */
export function readingQuery(client: ConsoleClient, { approval_id, action_digest }: ApprovalDetail) {
  return {
    queryKey: ['approvals', 'reading', approval_id, action_digest],
    queryFn: () =>
      readResponse(client.api.approvals[':approval_id'].reading.$post({ param: { approval_id } })),
    staleTime: 'static' as const,
    gcTime: 0,
  };
}

/** The state of the fetch of the complete values. */
export function readingState(query: {
  readonly data: ApprovalReading | undefined;
  readonly isError: boolean;
  readonly error: unknown;
  readonly isLoading: boolean;
}): Omit<ReadingState, 'load'> {
  const { data: values, error: failure } = query;
  if (values) return { state: values.problems.length > 0 ? 'blocked' : 'shown', values, failure };
  if (query.isError) return { state: 'failed', values, failure };
  return { state: query.isLoading ? 'loading' : 'masked', values, failure };
}
