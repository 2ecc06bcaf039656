import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api/api-problem.ts';
import { useClient } from '../../api/console-client.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { readResponse } from '../../api/read-response.ts';
import { useShowResult } from '../../ui/display/results.ts';
import type { ManifestInput } from './manifest-form.tsx';
import { toolsQuery, type Tool } from './tools-query.ts';
import { useToolsTexts } from './use-tools-texts.ts';

/** Confirms or withdraws a manifest. After a conflict with a newer version the new version is displayed. */
export function useManifestChange({ tool_id: tool, version }: Tool) {
  const t = useToolsTexts();
  const explain = useExplainFailure();
  const client = useClient();
  const queries = useQueryClient();
  const showResult = useShowResult();
  const refresh = () => queries.invalidateQueries({ queryKey: toolsQuery(client).queryKey });
  const onError = async (error: Error) => {
    const isConflict = error instanceof ApiProblem && error.code === 'VersionConflict';
    showResult({ text: isConflict ? t('conflict') : explain(error), tone: 'bad' });
    await refresh();
  };
  const path = client.api.tools[':tool_id'].manifest;
  const confirm = useMutation({
    mutationFn: (manifest: ManifestInput) =>
      readResponse(path.$put({ param: { tool_id: tool }, json: { version, manifest } })),
    onSuccess: async () => {
      showResult({ text: t('confirmed', { tool }), tone: 'good' });
      await refresh();
    },
    onError,
  });
  const withdraw = useMutation({
    mutationFn: () => path.$delete({ param: { tool_id: tool }, query: { version: String(version) } }),
    onSuccess: async () => {
      showResult({ text: t('withdrawn', { tool }), tone: 'good' });
      await refresh();
    },
    onError,
  });
  return { confirm, withdraw };
}
