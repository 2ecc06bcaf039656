import { useQuery } from '@tanstack/react-query';
import type { InferResponseType } from 'hono/client';
import { useState } from 'react';
import { useHasRole } from '../../access/use-session.ts';
import { useClient, type ConsoleClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';

/** The conversation of a run with the inputs and outputs of its calls. */
export type RunContext = InferResponseType<ConsoleClient['api']['runs'][':run_id']['context']['$post'], 200>;
export type ContextEntry = RunContext['entries'][number];
export type ContextCall = Extract<ContextEntry, { kind: 'call' }>;
export type Passage = RunContext['passages'][number];

/** Whether a person has the context of a run. `unread`: it was not requested. `forbidden`: the role may not read it. */
export interface ContextState {
  readonly state: 'shown' | 'loading' | 'failed' | 'unread' | 'forbidden';
  readonly context: RunContext | undefined;
  readonly failure: unknown;
  /** Loads the context, which the server records. */
  readonly load: () => void;
}

/** Reads the context of a run, at once (`isWanted`) or when the person asks for it. Each reading is recorded. */
export function useRunContext(
  { runId, approvalId }: { readonly runId: string; readonly approvalId?: string | undefined },
  isWanted: boolean,
): ContextState {
  const client = useClient();
  const mayRead = useHasRole('approver');
  const [isAsked, setAsked] = useState(false);
  const {
    data: context,
    error: failure,
    ...query
  } = useQuery({
    queryKey: ['context', runId, approvalId ?? ''],
    queryFn: () =>
      readResponse(
        client.api.runs[':run_id'].context.$post({
          param: { run_id: runId },
          json: approvalId === undefined ? {} : { approval_id: approvalId },
        }),
      ),
    enabled: mayRead && (isWanted || isAsked),
    // The server records each fetch, so it is never repeated automatically.
    staleTime: 'static' as const,
    gcTime: 0,
  });
  const load = () => {
    setAsked(true);
    if (query.isFetched) void query.refetch();
  };
  if (context) return { state: 'shown', context, failure, load };
  if (!mayRead) return { state: 'forbidden', context, failure, load };
  if (query.isError) return { state: 'failed', context, failure, load };
  return { state: query.isLoading ? 'loading' : 'unread', context, failure, load };
}
