import { queryOptions } from '@tanstack/react-query';
import type { ConsoleClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';
import type { EditableProfile } from './editable-profile.ts';

/** Queries all profiles and the profile of new runs. */
export const policiesQuery = (client: ConsoleClient) =>
  queryOptions({ queryKey: ['policies', 'list'], queryFn: () => readResponse(client.api.policies.$get()) });

/** Queries one profile, with its current and its shipped version. */
export const policyQuery = (client: ConsoleClient, name: string) =>
  queryOptions({ queryKey: ['policies', 'detail', name], queryFn: () => fetchPolicy(client, name) });

/** A profile with its version. */
export type Policy = Awaited<ReturnType<typeof fetchPolicy>>;

/** The progress and the result of a test of a profile on the audit log. */
export type DryRun = Awaited<ReturnType<typeof startDryRun>>;

/** Starts to evaluate all recorded calls with a profile; nothing is executed. */
export function startDryRun(client: ConsoleClient, name: string, profile: EditableProfile) {
  return readResponse(client.api.policies[':name']['dry-runs'].$post({ param: { name }, json: { profile } }));
}

/** Queries a dry run until it has ended. */
export const dryRunQuery = (client: ConsoleClient, id: string | undefined) =>
  queryOptions({
    queryKey: ['dry-runs', id],
    queryFn: () => readResponse(client.api['dry-runs'][':id'].$get({ param: { id: id ?? '' } })),
    enabled: id !== undefined,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'running' ? 500 : false,
  });

/** Queries all versions of a profile, newest first. */
export const versionsQuery = (client: ConsoleClient, name: string) =>
  queryOptions({
    queryKey: ['policies', 'versions', name],
    queryFn: () => readResponse(client.api.policies[':name'].versions.$get({ param: { name } })),
  });

/** Queries the unsaved edit of the signed-in person. */
export const draftQuery = (client: ConsoleClient, name: string) =>
  queryOptions({
    queryKey: ['policy-draft', name],
    queryFn: () => readResponse(client.api.policies[':name'].draft.$get({ param: { name } })),
    staleTime: Infinity,
    gcTime: 0,
  });

function fetchPolicy(client: ConsoleClient, name: string) {
  return readResponse(client.api.policies[':name'].$get({ param: { name } }));
}

/** Queries the descriptions of all rules in both languages. */
export const rulesQuery = (client: ConsoleClient) =>
  queryOptions({
    queryKey: ['rules'],
    queryFn: () => readResponse(client.api.rules.$get()),
  });
