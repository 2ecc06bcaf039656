import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../api/api-problem.ts';
import { useClient } from '../api/console-client.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { readResponse } from '../api/read-response.ts';
import { useShowResult } from '../ui/display/results.ts';
import type { EditableProfile } from './editable-profile.ts';
import { dryRunQuery, policiesQuery, policyQuery, startDryRun, versionsQuery } from './policy-queries.ts';
import { usePoliciesTexts } from './use-policies-texts.ts';

/** Saves a profile for the displayed version, and tests it on the audit log. */
export function usePolicyChange({ name, version }: { name: string; version: number }) {
  const t = usePoliciesTexts();
  const explainFailure = useExplainFailure();
  const client = useClient();
  const queries = useQueryClient();
  const showResult = useShowResult();
  const save = useMutation({
    mutationFn: (profile: EditableProfile) =>
      readResponse(client.api.policies[':name'].$put({ param: { name }, json: { version, profile } })),
    onSuccess: async (policy) => {
      showResult({ text: t('saved', { name }), tone: 'good' });
      queries.setQueryData(policyQuery(client, name).queryKey, policy);
      await Promise.all([
        queries.invalidateQueries(policiesQuery(client)),
        queries.invalidateQueries(versionsQuery(client, name)),
      ]);
    },
  });
  const test = useMutation({ mutationFn: (profile: EditableProfile) => startDryRun(client, name, profile) });
  const dryRun = useQuery(dryRunQuery(client, test.data?.id));
  const error = save.error ?? test.error ?? dryRun.error;
  return {
    save,
    test,
    dryRun: dryRun.data ?? test.data,
    failure: error === null ? undefined : explain(error),
  };

  function explain(problem: Error): string {
    if (!(problem instanceof ApiProblem)) return explainFailure(problem);
    const { changed_by: who, detail } = problem.details;
    if (problem.code === 'VersionConflict')
      return t('conflict', { who: typeof who === 'string' ? who : '?' });
    if (problem.code === 'PolicyInvalid')
      return t('invalid', { detail: typeof detail === 'string' ? detail : '' });
    return explainFailure(problem);
  }
}
