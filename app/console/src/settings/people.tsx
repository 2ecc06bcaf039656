import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSession } from '../access/use-session.ts';
import { useClient, type ConsoleClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { useShellTexts, useTexts } from '../i18n/use-texts.ts';
import { Select } from '../ui/controls/select.tsx';
import { Badge } from '../ui/display/badge.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { useShowResult } from '../ui/display/results.ts';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Table } from '../ui/display/table.tsx';
import { ConfirmDialog } from '../ui/floating/confirm-dialog.tsx';
import { ROLES, TEXTS, type Role } from './texts.ts';
import { useMoment } from './use-moment.ts';

/** All people with their roles, where each role comes from, and what they did. */
export function People(): ReactNode {
  const t = useTexts(TEXTS);
  const moment = useMoment();
  const client = useClient();
  const { user: me } = useSession();
  const access = useQuery({ queryKey: ['access'], queryFn: () => fetchAccess(client) });
  if (access.isPending) return <Skeleton />;
  if (access.isError) return <ErrorState error={access.error} onRetry={() => void access.refetch()} />;
  const { items } = access.data;
  return (
    <>
      <section aria-labelledby="people" className="flex flex-col gap-3">
        <h2 id="people" className="text-section font-semibold">
          {t('people', { count: items.length })}
        </h2>
        <Table
          stacks
          caption={t('people.caption')}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              key: 'person',
              heading: t('person'),
              cell: ({ id }) => (
                <span className="flex flex-wrap items-center gap-2 font-semibold">
                  <RevealedText text={id} />
                  {id === me.id && <Badge tone="info">{t('me')}</Badge>}
                </span>
              ),
            },
            {
              key: 'role',
              heading: t('role'),
              cell: (person) => <RoleSources person={person} isMe={person.id === me.id} />,
            },
            {
              key: 'active',
              heading: t('lastActivity'),
              cell: ({ last_active_at: at }) => moment(at) ?? t('never'),
            },
            { key: 'tokens', heading: t('tokens.count'), numeric: true, cell: ({ tokens }) => tokens },
            {
              key: 'sessions',
              heading: t('sessions.count'),
              numeric: true,
              cell: ({ sessions }) => sessions,
            },
            {
              key: 'decisions',
              heading: t('decisions'),
              numeric: true,
              cell: ({ approved, denied }) => approved + denied,
            },
          ]}
        />
      </section>
      <Mapping access={access.data} />
    </>
  );
}

const fetchAccess = (client: ConsoleClient) => readResponse(client.api.access.$get());
type Access = Awaited<ReturnType<typeof fetchAccess>>;
type Person = Access['items'][number];

function RoleSources(props: { readonly person: Person; readonly isMe: boolean }): ReactNode {
  const t = useTexts(TEXTS);
  const { person } = props;
  if (person.sources.length === 0) return <span className="text-soft">{t('source.none')}</span>;
  return (
    <ul className="flex flex-col gap-1.5">
      {person.sources.map((source, index) => (
        <li key={index} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {source.token_id !== null && !props.isMe ? (
            <TokenRole tokenId={source.token_id} name={person.id} role={source.role} />
          ) : (
            <RoleBadge role={source.role} />
          )}
          <span className="text-small text-soft">
            {t(`source.${source.kind}`)}
            {source.groups.length > 0 && `: ${source.groups.join(', ')}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function RoleBadge({ role }: { readonly role: Role }): ReactNode {
  const shell = useShellTexts();
  return <Badge tone={role === 'admin' ? 'warn' : 'neutral'}>{shell(`role.${role}`)}</Badge>;
}

/** The role of a token of this console, which an administrator can change. */
function TokenRole(props: {
  readonly tokenId: string;
  readonly name: string;
  readonly role: Role;
}): ReactNode {
  const t = useTexts(TEXTS);
  const shell = useShellTexts();
  const client = useClient();
  const queries = useQueryClient();
  const explain = useExplainFailure();
  const showResult = useShowResult();
  const [chosen, setChosen] = useState<Role>();
  const change = useMutation({
    mutationFn: (role: Role) =>
      client.api.tokens[':id'].$patch({ param: { id: props.tokenId }, json: { role } }),
    onSuccess: (_answer, role) => {
      // The list is also loaded again, but the select must not show the old role until then.
      queries.setQueryData<Access>(['access'], (known) => known && withRole(known, props.tokenId, role));
      showResult({ tone: 'good', text: t('role.changed', { name: props.name }) });
    },
    onError: (failure) => showResult({ tone: 'bad', text: explain(failure) }),
    onSettled: async () => {
      setChosen(undefined);
      await Promise.all(
        ['access', 'tokens', 'sessions'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
  return (
    <>
      <Select
        label={t('role.of', { name: props.name })}
        small
        className="min-w-32"
        value={props.role}
        options={ROLES.map((value) => ({ value, label: shell(`role.${value}`) }))}
        onChange={(role) => role !== props.role && setChosen(role)}
      />
      {chosen && (
        <ConfirmDialog
          title={t('role.change.title', { name: props.name, role: shell(`role.${chosen}`) })}
          text={t(`role.change.${chosen}`)}
          action={t('role.change')}
          problem={undefined}
          isBusy={change.isPending}
          onConfirm={() => change.mutate(chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

const withRole = (access: Access, tokenId: string, role: Role): Access => ({
  ...access,
  items: access.items.map((person) => ({
    ...person,
    sources: person.sources.map((source) => (source.token_id === tokenId ? { ...source, role } : source)),
  })),
});

/** Which groups of the issuer have which role, and what a proxy may send. */
function Mapping({ access: { oidc, proxy } }: { readonly access: Access }): ReactNode {
  const t = useTexts(TEXTS);
  const shell = useShellTexts();
  return (
    <section aria-labelledby="mapping" className="flex flex-col gap-3">
      <h2 id="mapping" className="text-section font-semibold">
        {t('mapping')}
      </h2>
      {oidc === null && <p className="text-soft">{t('mapping.noOidc')}</p>}
      {oidc && (
        <>
          <p className="text-small text-soft">
            {t('mapping.oidc', { name: oidc.name, issuer: oidc.issuer, claim: oidc.groups_claim })}
          </p>
          <Table
            caption={t('mapping')}
            rows={[...oidc.groups, { group: '', role: oidc.default_role }]}
            keyOf={({ group }) => group}
            columns={[
              {
                key: 'group',
                heading: t('mapping.group'),
                cell: ({ group }) =>
                  group === '' ? (
                    t('mapping.others')
                  ) : (
                    <code className="font-mono">
                      <RevealedText text={group} />
                    </code>
                  ),
              },
              {
                key: 'role',
                heading: t('role'),
                cell: ({ role }) => (role === null ? t('mapping.refused') : <RoleBadge role={role} />),
              },
            ]}
          />
        </>
      )}
      {proxy && (
        <p className="text-small text-soft">
          {proxy.role_header === null
            ? t('mapping.proxy', { user: proxy.user_header, role: shell(`role.${proxy.default_role}`) })
            : t('mapping.proxyRole', {
                user: proxy.user_header,
                header: proxy.role_header,
                role: shell(`role.${proxy.default_role}`),
              })}
        </p>
      )}
    </section>
  );
}
