import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useHasRole } from '../access/use-session.ts';
import { useClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { useShellTexts, useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/controls/button.tsx';
import { CopyButton } from '../ui/controls/copy-button.tsx';
import { Field, TextInput } from '../ui/controls/field.tsx';
import { Select } from '../ui/controls/select.tsx';
import { Badge } from '../ui/display/badge.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { useShowResult } from '../ui/display/results.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Table } from '../ui/display/table.tsx';
import { ConfirmDialog } from '../ui/floating/confirm-dialog.tsx';
import { describeBrowser } from './describe-browser.ts';
import { People } from './people.tsx';
import { ROLES, TEXTS, type Role } from './texts.ts';
import { useMoment } from './use-moment.ts';

/** People with their roles: API tokens, for administrators, and browser sessions. */
export function SettingsScreen(): ReactNode {
  const t = useTexts(TEXTS);
  const isAdmin = useHasRole('admin');
  return (
    <Screen title={t('title')}>
      <div className="flex flex-col gap-8">
        {isAdmin && <People />}
        {isAdmin && <Tokens />}
        <Sessions />
      </div>
    </Screen>
  );
}

function Tokens(): ReactNode {
  const t = useTexts(TEXTS);
  const shell = useShellTexts();
  const client = useClient();
  const moment = useMoment();
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: () => readResponse(client.api.tokens.$get()) });
  const revoke = useRemoval(
    'tokens',
    (id) => client.api.tokens[':id'].$delete({ param: { id } }),
    t('revoked'),
  );
  const [leaving, setLeaving] = useState<{ readonly id: string; readonly name: string }>();
  if (tokens.isPending) return <Skeleton />;
  if (tokens.isError) return <ErrorState error={tokens.error} onRetry={() => void tokens.refetch()} />;
  const { items } = tokens.data;
  const active = items.filter(({ revoked_at: at }) => at === null);
  const unused = active.filter(({ last_used_at: at }) => at === null).length;
  return (
    <section aria-labelledby="tokens" className="flex flex-col gap-3">
      <h2 id="tokens" className="text-section font-semibold">
        {t('tokens', { count: active.length, unused })}
      </h2>
      <NewToken />
      {items.length > 0 && (
        <Table
          stacks
          caption={t('tokens.caption')}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              key: 'name',
              heading: t('name'),
              cell: ({ name, prefix }) => (
                <>
                  <span className="block font-semibold">
                    <RevealedText text={name} />
                  </span>
                  <code className="font-mono text-small text-soft">{prefix}…</code>
                </>
              ),
            },
            { key: 'role', heading: t('role'), cell: ({ role }) => shell(`role.${role}`) },
            { key: 'by', heading: t('createdBy'), cell: ({ created_by: by }) => <RevealedText text={by} /> },
            { key: 'used', heading: t('lastUse'), cell: ({ last_used_at: at }) => moment(at) ?? t('never') },
            { key: 'until', heading: t('expires'), cell: ({ expires_at: at }) => moment(at) ?? t('never') },
            {
              key: 'revoke',
              heading: t('state'),
              cell: ({ id, name, revoked_at: at }) =>
                at === null ? (
                  <Button small tone="danger" onClick={() => setLeaving({ id, name })}>
                    {t('revoke')}
                  </Button>
                ) : (
                  <Badge>{t('isRevoked')}</Badge>
                ),
            },
          ]}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title={t('revoke.title', { name: leaving.name })}
          text={t('revoke.text')}
          action={t('revoke')}
          problem={undefined}
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate(leaving.id, { onSettled: () => setLeaving(undefined) })}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}

function NewToken(): ReactNode {
  const t = useTexts(TEXTS);
  const shell = useShellTexts();
  const client = useClient();
  const queries = useQueryClient();
  const explain = useExplainFailure();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('approver');
  const [days, setDays] = useState('90');
  const create = useMutation({
    mutationFn: () => {
      const expires = days === '' ? {} : { expires_in_days: Number(days) };
      return readResponse(client.api.tokens.$post({ json: { name, role, ...expires } }));
    },
    onSuccess: () => {
      setName('');
      void queries.invalidateQueries({ queryKey: ['access'] });
      return queries.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line bg-card p-4">
      <form
        className="grid items-start gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Field label={t('new.name')} hint={t('new.name.hint')}>
          {(ids) => (
            <TextInput
              {...ids}
              required
              maxLength={64}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label={t('role')}>
          {(ids) => (
            <Select
              ids={ids}
              label={t('role')}
              value={role}
              options={ROLES.map((value) => ({ value, label: shell(`role.${value}`) }))}
              onChange={setRole}
            />
          )}
        </Field>
        <Field label={t('new.days')}>
          {(ids) => (
            <TextInput
              {...ids}
              type="number"
              min={1}
              max={3650}
              value={days}
              onChange={({ target }) => setDays(target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          tone="primary"
          className="sm:mt-[calc(var(--body-line)+4px)]"
          busy={create.isPending}
          disabled={name.trim() === ''}
        >
          {t('new.create')}
        </Button>
      </form>
      {create.isError && (
        <p role="alert" className="text-bad">
          {explain(create.error)}
        </p>
      )}
      {create.data && (
        <div role="status" className="flex flex-wrap items-center gap-2 rounded-md bg-good-tint px-3 py-2">
          <span className="basis-full font-semibold text-good">
            {t('new.once', { name: create.data.name })}
          </span>
          <code className="min-w-0 font-mono text-small [overflow-wrap:anywhere]">{create.data.token}</code>
          <CopyButton text={create.data.token} />
        </div>
      )}
    </div>
  );
}

function Sessions(): ReactNode {
  const t = useTexts(TEXTS);
  const shell = useShellTexts();
  const client = useClient();
  const moment = useMoment();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => readResponse(client.api.sessions.$get()),
  });
  const end = useRemoval(
    'sessions',
    (id) => client.api.sessions[':id'].$delete({ param: { id } }),
    t('ended'),
  );
  if (sessions.isPending) return <Skeleton />;
  if (sessions.isError) return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />;
  return (
    <section aria-labelledby="sessions" className="flex flex-col gap-3">
      <h2 id="sessions" className="text-section font-semibold">
        {t('sessions', { count: sessions.data.items.length })}
      </h2>
      <Table
        stacks
        caption={t('sessions.caption')}
        rows={sessions.data.items}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'user',
            heading: t('person'),
            cell: ({ user_id: user, is_current: isCurrent }) => (
              <span className="flex flex-wrap items-center gap-2 font-semibold">
                <RevealedText text={user} />
                {isCurrent && <Badge tone="info">{t('current')}</Badge>}
              </span>
            ),
          },
          { key: 'role', heading: t('role'), cell: ({ role }) => shell(`role.${role}`) },
          {
            key: 'client',
            heading: t('browser'),
            cell: ({ client: browser }) => (
              <span className="line-clamp-2 max-w-72 break-words" title={browser ?? undefined}>
                <RevealedText text={browser === null ? '–' : describeBrowser(browser)} />
              </span>
            ),
          },
          { key: 'used', heading: t('lastUse'), cell: ({ last_used_at: at }) => moment(at) ?? '–' },
          { key: 'until', heading: t('expires'), cell: ({ expires_at: at }) => moment(at) ?? '–' },
          {
            key: 'end',
            heading: t('state'),
            // The own session ends with the sign-out of the menu.
            cell: ({ id, is_current: isCurrent }) =>
              isCurrent ? (
                t('current.state')
              ) : (
                <Button small tone="danger" busy={end.isPending} onClick={() => end.mutate(id)}>
                  {t('end')}
                </Button>
              ),
          },
        ]}
      />
    </section>
  );
}

function useRemoval(key: 'tokens' | 'sessions', remove: (id: string) => Promise<unknown>, done: string) {
  const queries = useQueryClient();
  const explain = useExplainFailure();
  const showResult = useShowResult();
  return useMutation({
    mutationFn: remove,
    onSuccess: () => showResult({ tone: 'good', text: done }),
    onError: (failure) => showResult({ tone: 'bad', text: explain(failure) }),
    onSettled: () =>
      Promise.all([key, 'access'].map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
}
