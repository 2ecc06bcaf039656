import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { readResponse } from '../api/read-response.ts';
import { Badge } from '../ui/display/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { classNames } from '../ui/controls/class-names.ts';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { useShowResult } from '../ui/display/results.ts';
import { formatMoment } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { useHasRole } from '../access/use-session.ts';
import { PolicyEditor } from './policy-editor.tsx';
import { policiesQuery, policyQuery } from './policy-queries.ts';
import { usePoliciesTexts } from './use-policies-texts.ts';

const KNOWN = ['strict', 'balanced', 'fast'] as const;

/** The profiles, the active one, and the open one. */
export function PoliciesScreen(): ReactNode {
  const t = usePoliciesTexts();
  const chosen = useSearch({ strict: false })['profile'];
  const policies = useQuery(policiesQuery(useClient()));
  return (
    <Screen title={t('title')}>
      {policies.isPending && <Skeleton />}
      {policies.isLoadingError && (
        <ErrorState error={policies.error} onRetry={() => void policies.refetch()} />
      )}
      {policies.data !== undefined && (
        <div className="flex flex-col gap-5">
          <ul aria-label={t('list')} className="grid gap-3 md:grid-cols-3">
            {policies.data.items.map((item) => (
              <li key={item.name}>
                <ProfileCard
                  item={item}
                  isActive={item.name === policies.data.active}
                  isOpen={item.name === (chosen ?? policies.data.active)}
                />
              </li>
            ))}
          </ul>
          <OpenProfile key={chosen ?? policies.data.active} name={chosen ?? policies.data.active} />
        </div>
      )}
    </Screen>
  );
}

function OpenProfile({ name }: { readonly name: string }): ReactNode {
  const policy = useQuery(policyQuery(useClient(), name));
  if (policy.isPending) return <Skeleton />;
  if (policy.isLoadingError) return <ErrorState error={policy.error} onRetry={() => void policy.refetch()} />;
  return <PolicyEditor policy={policy.data} />;
}

function ProfileCard(props: {
  readonly item: {
    readonly name: string;
    readonly is_changed: boolean;
    readonly changed_by: string | null;
    readonly changed_at: string | null;
  };
  readonly isActive: boolean;
  readonly isOpen: boolean;
}): ReactNode {
  const t = usePoliciesTexts();
  const { language } = usePreferences();
  const now = useNow();
  const mayChange = useHasRole('admin');
  const activate = useActivate();
  const { name, is_changed: isChanged, changed_by: who, changed_at: when } = props.item;
  const known = KNOWN.find((other) => other === name);
  return (
    <div
      className={classNames(
        'flex h-full flex-col gap-1 rounded-md border bg-card p-3.5',
        props.isOpen ? 'border-accent' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to="/policies"
          search={{ profile: name }}
          aria-current={props.isOpen ? 'true' : undefined}
          className="font-semibold underline-offset-4 hover:underline"
        >
          {known === undefined ? name : t(`name.${known}`)}
        </Link>
        {props.isActive && <Badge tone="good">{t('active')}</Badge>}
        {isChanged && <Badge tone="info">{t('changed')}</Badge>}
      </div>
      {known !== undefined && (
        <p className={classNames('text-body text-soft', !props.isOpen && 'max-md:hidden')}>
          {t(`about.${known}`)}
        </p>
      )}
      <p className="text-small text-soft">
        {isChanged && who !== null && when !== null
          ? t('changedBy', { who, when: formatMoment(when, language, now) })
          : t('asShipped')}
      </p>
      {!props.isActive && (
        <Button
          small
          className="mt-auto self-start"
          disabled={!mayChange}
          busy={activate.isPending}
          onClick={() => activate.mutate(name)}
        >
          {t('activate')}
        </Button>
      )}
    </div>
  );
}

function useActivate() {
  const t = usePoliciesTexts();
  const explain = useExplainFailure();
  const client = useClient();
  const queries = useQueryClient();
  const showResult = useShowResult();
  return useMutation({
    mutationFn: (name: string) => readResponse(client.api.policies.active.$put({ json: { name } })),
    onSuccess: (list, name) => {
      queries.setQueryData(policiesQuery(client).queryKey, list);
      showResult({ text: t('activated', { name }), tone: 'good' });
    },
    onError: (error) => showResult({ text: explain(error), tone: 'bad' }),
  });
}
