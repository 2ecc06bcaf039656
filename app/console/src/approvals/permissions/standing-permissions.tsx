import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useHasRole } from '../../access/use-session.ts';
import { useClient, type ConsoleClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { useShowResult } from '../../ui/display/results.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { formatMoment } from '../../ui/format/format-time.ts';
import { useNow } from '../../ui/format/use-now.ts';
import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';

const fetchPermissions = (client: ConsoleClient) => readResponse(client.api.permissions.$get());

/** The standing permissions and the proposals. */
export type Permissions = Awaited<ReturnType<typeof fetchPermissions>>;

/** Queries the standing permissions and the proposals. */
export const permissionsQuery = (client: ConsoleClient) =>
  queryOptions({ queryKey: ['permissions'], queryFn: () => fetchPermissions(client) });

/** Lists the standing permissions and the proposals; confirms and revokes them. A list without entries is left out. */
export function StandingPermissions({ data }: { readonly data: Permissions }): ReactNode {
  const t = useTexts(TEXTS);
  const { language } = usePreferences();
  const now = useNow();
  const textOf = (each: { readonly covers: string; readonly covers_ja: string }) =>
    language === 'ja' ? each.covers_ja : each.covers;
  return (
    <>
      <Section title={t('proposals')} count={data.proposals.length}>
        {data.proposals.map((item) => (
          <Card key={item.covered_digest} text={textOf(item)} action="confirm" id={item.covered_digest}>
            {t('saved', { count: item.questions_saved })}{' '}
            {item.denied_allowed > 0 && t('denied', { count: item.denied_allowed })}
          </Card>
        ))}
      </Section>
      <Section title={t('title')} count={data.items.length}>
        {data.items.map((item) => (
          <Card key={item.permission_id} text={textOf(item)} action="revoke" id={item.permission_id}>
            <RevealedText text={t('since', { owner: item.owner, reason: item.reason })} />{' '}
            {t('until', { time: formatMoment(item.expires_at, language, now), count: item.uses_left })}
          </Card>
        ))}
      </Section>
    </>
  );
}

function Section(props: {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}): ReactNode {
  if (props.count === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-section font-semibold">
        {props.title} <span className="numeric text-soft">{props.count}</span>
      </h2>
      <ul className="divide-y divide-line rounded-md border border-line bg-card">{props.children}</ul>
    </section>
  );
}

function Card(props: {
  readonly text: string;
  readonly action: 'confirm' | 'revoke';
  readonly id: string;
  readonly children: ReactNode;
}): ReactNode {
  const t = useTexts(TEXTS);
  const { action, id, text } = props;
  const isAdmin = useHasRole('admin');
  const isApprover = useHasRole('approver');
  const isAllowed = action === 'confirm' ? isAdmin : isApprover;
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const change = useChange(action, id, () => setOpen(false));
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-semibold">
          <RevealedText text={text} />
        </p>
        <p className="text-small text-soft">{props.children}</p>
      </div>
      <Button
        small
        tone={action === 'confirm' ? 'primary' : 'plain'}
        disabled={!isAllowed}
        title={isAllowed ? undefined : t('confirm.admin')}
        onClick={() => setOpen(true)}
      >
        {t(action)}
      </Button>
      {isOpen && (
        <Dialog title={t(`${action}.title`)} description={text} onClose={() => setOpen(false)}>
          <form
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              change.mutate(reason);
            }}
          >
            <TextField
              label={t('reason')}
              hint={t('reason.hint')}
              required
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
            <Button
              type="submit"
              tone={action === 'revoke' ? 'danger' : 'primary'}
              className="self-start"
              busy={change.isPending}
              disabled={reason.trim() === ''}
            >
              {t(action)}
            </Button>
          </form>
        </Dialog>
      )}
    </li>
  );
}

function useChange(action: 'confirm' | 'revoke', id: string, onDone: () => void) {
  const t = useTexts(TEXTS);
  const client = useClient();
  const queries = useQueryClient();
  const explain = useExplainFailure();
  const showResult = useShowResult();
  return useMutation({
    mutationFn: (reason: string) =>
      readResponse(
        action === 'confirm'
          ? client.api.permissions.$post({ json: { covered_digest: id, reason } })
          : client.api.permissions.revoke.$post({ json: { permission_id: id, reason } }),
      ),
    onSuccess: (permissions) => {
      queries.setQueryData(['permissions'], permissions);
      showResult({ tone: 'good', text: t(action === 'confirm' ? 'confirmed' : 'revoked') });
      onDone();
    },
    onError: (failure) => showResult({ tone: 'bad', text: explain(failure) }),
  });
}

/** The texts of the permissions. */
export const TEXTS = { en: textsEn, ja: textsJa };
