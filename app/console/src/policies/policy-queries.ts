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

/** The differences that a profile would cause. */
export type DryRun = Awaited<ReturnType<typeof testProfile>>;

/** Evaluates recorded calls with a profile; nothing is stored or executed. */
export function testProfile(client: ConsoleClient, name: string, profile: EditableProfile) {
  return readResponse(client.api.policies[':name']['dry-run'].$post({ param: { name }, json: { profile } }));
}

function fetchPolicy(client: ConsoleClient, name: string) {
  return readResponse(client.api.policies[':name'].$get({ param: { name } }));
}

/** Queries the descriptions of all rules in both languages. */
export const rulesQuery = (client: ConsoleClient) =>
  queryOptions({
    queryKey: ['rules'],
    queryFn: () => readResponse(client.api.rules.$get()),
  });
