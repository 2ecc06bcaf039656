import { queryOptions } from '@tanstack/react-query';
import type { ConsoleClient } from '../../api/console-client.ts';
import { readAnswer } from '../../api/read-answer.ts';
import type { EditableProfile } from './editable-profile.ts';

/** All profiles and which one new runs use. */
export const policiesQuery = (client: ConsoleClient) =>
  queryOptions({ queryKey: ['policies', 'list'], queryFn: () => readAnswer(client.api.policies.$get()) });

/** One profile, as it is and as it was shipped. */
export const policyQuery = (client: ConsoleClient, name: string) =>
  queryOptions({ queryKey: ['policies', 'detail', name], queryFn: () => fetchPolicy(client, name) });

/** A profile with its version. */
export type Policy = Awaited<ReturnType<typeof fetchPolicy>>;

/** What a profile would change. */
export type DryRun = Awaited<ReturnType<typeof tryProfile>>;

/** Asks what a profile would have said to recorded calls; nothing is stored or executed. */
export function tryProfile(client: ConsoleClient, name: string, profile: EditableProfile) {
  return readAnswer(client.api.policies[':name']['dry-run'].$post({ param: { name }, json: { profile } }));
}

function fetchPolicy(client: ConsoleClient, name: string) {
  return readAnswer(client.api.policies[':name'].$get({ param: { name } }));
}

/** What every rule says, in both languages. */
export const rulesQuery = (client: ConsoleClient) =>
  queryOptions({
    queryKey: ['rules'],
    queryFn: () => readAnswer(client.api.rules.$get()),
  });
