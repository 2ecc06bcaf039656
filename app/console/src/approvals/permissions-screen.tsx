import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient, type ConsoleClient } from '../api/console-client.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { readResponse } from '../api/read-response.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState, NEXT_STEP } from '../ui/display/empty-state.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Table } from '../ui/display/table.tsx';
import { useShowResult } from '../ui/display/results.ts';
import { shortRunId } from '../ui/format/short-run-id.ts';
import { formatMoment } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { useHasRole } from '../access/use-session.ts';
import { permissionsQuery, StandingPermissions, TEXTS } from './permissions/standing-permissions.tsx';
import { useLazyTexts } from './use-lazy-texts.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import { useShellTexts, useTexts } from '../i18n/use-texts.ts';
import { Screen } from '../ui/display/screen.tsx';

const fetchGrants = (client: ConsoleClient) => readResponse(client.api.grants.$get({ query: {} }));

/** What may run without a question: standing permissions, proposals of them, and the grants of single runs. */
export function PermissionsScreen(): ReactNode {
  const shell = useShellTexts();
  const t = useTexts(TEXTS);
  const client = useClient();
  const standing = useQuery(permissionsQuery(client));
  const grants = useQuery({ queryKey: ['grants'], queryFn: () => fetchGrants(client) });
  const failed = [standing, grants].find(({ isLoadingError }) => isLoadingError);
  const counts = standing.data &&
    grants.data && {
      proposed: standing.data.proposals.length,
      active: standing.data.items.length,
      grants: grants.data.items.length,
    };
  return (
    <Screen title={shell('nav.permissions')}>
      {failed && <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !counts && <Skeleton />}
      {counts && counts.proposed + counts.active + counts.grants === 0 && (
        <EmptyState
          icon="permissions"
          title={t('none')}
          action={
            <Link to="/inbox" className={NEXT_STEP}>
              {t('none.action')}
            </Link>
          }
        >
          {t('none.text')}
        </EmptyState>
      )}
      {counts && counts.proposed + counts.active + counts.grants > 0 && (
        <div className="flex max-w-5xl flex-col gap-6">
          <p role="status" className="text-section font-semibold">
            {t('summary', counts)}
          </p>
          {standing.data && <StandingPermissions data={standing.data} />}
          {grants.data && grants.data.items.length > 0 && <Grants items={grants.data.items} />}
        </div>
      )}
    </Screen>
  );
}

function Grants(props: { readonly items: Awaited<ReturnType<typeof fetchGrants>>['items'] }): ReactNode {
  const t = useLazyTexts();
  const { language } = usePreferences();
  const now = useNow();
  const mayRevoke = useHasRole('approver');
  const revoke = useRevoke();
  return (
    <Table
      stacks
      caption={t('grants.title')}
      rows={props.items}
      keyOf={(grant) => grant.grant_id}
      columns={[
        {
          key: 'tool',
          heading: t('grants.tool'),
          cell: (grant) => (
            <code className="font-mono">
              <RevealedText text={grant.tool_id} />
            </code>
          ),
        },
        {
          key: 'scope',
          heading: t('grants.scope'),
          cell: (grant) => <RevealedText text={language === 'ja' ? grant.covers_ja : grant.covers} />,
        },
        {
          key: 'run',
          heading: t('grants.run'),
          cell: (grant) => (
            <Link
              to="/runs/$runId"
              params={{ runId: grant.run_id }}
              className="text-accent underline underline-offset-3"
            >
              {shortRunId(grant.run_id)}
            </Link>
          ),
        },
        {
          key: 'by',
          heading: t('grants.by'),
          cell: (grant) => <RevealedText text={grant.granted_by ?? '–'} />,
        },
        {
          key: 'until',
          heading: t('grants.expires'),
          cell: (grant) => formatMoment(grant.expires_at, language, now),
        },
        { key: 'uses', heading: t('grants.uses'), numeric: true, cell: (grant) => grant.uses_left },
        {
          key: 'revoke',
          heading: t('grants.revoke'),
          cell: (grant) => (
            <Button
              small
              tone="danger"
              disabled={!mayRevoke}
              busy={revoke.isPending}
              onClick={() => revoke.mutate(grant)}
            >
              {t('grants.revoke')}
            </Button>
          ),
        },
      ]}
    />
  );
}

function useRevoke() {
  const client = useClient();
  const queries = useQueryClient();
  const t = useLazyTexts();
  const explain = useExplainFailure();
  const showResult = useShowResult();
  return useMutation({
    mutationFn: (grant: { readonly grant_id: string; readonly run_id: string; readonly tool_id: string }) =>
      client.api.grants[':grant_id'].$delete({
        param: { grant_id: grant.grant_id },
        query: { run_id: grant.run_id },
      }),
    onSuccess: (_answer, grant) =>
      showResult({ tone: 'good', text: t('grants.revoked', { tool: grant.tool_id }) }),
    onError: (failure) => showResult({ tone: 'bad', text: explain(failure) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['grants'] }),
  });
}
