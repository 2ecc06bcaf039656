import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { useExplainFailure } from '../api/use-explain-failure.ts';
import { readResponse } from '../api/read-response.ts';
import { Button } from '../ui/controls/button.tsx';
import { CopyButton } from '../ui/controls/copy-button.tsx';
import { Dialog } from '../ui/floating/dialog.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Table } from '../ui/display/table.tsx';
import { formatExactly } from '../ui/format/format-time.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { useHasRole } from '../access/use-session.ts';
import { useAuditTexts } from './use-audit-texts.ts';

/** The signed checkpoints of the log, to be stored elsewhere. */
export function Checkpoints(props: { readonly onClose: () => void }): ReactNode {
  const t = useAuditTexts();
  const explain = useExplainFailure();
  const client = useClient();
  const queries = useQueryClient();
  const { language } = usePreferences();
  const mayMake = useHasRole('admin');
  const list = useQuery({
    queryKey: ['audit', 'checkpoints'],
    queryFn: () => readResponse(client.api.audit.checkpoints.$get({ query: {} })),
  });
  const make = useMutation({
    mutationFn: () => readResponse(client.api.audit.checkpoints.$post()),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['audit', 'checkpoints'] }),
  });
  return (
    <Dialog title={t('checkpoint.title')} description={t('checkpoint.text')} onClose={props.onClose}>
      {mayMake && (
        <p className="mb-3 flex flex-wrap items-center gap-3">
          <Button tone="primary" busy={make.isPending} onClick={() => make.mutate()}>
            {t('checkpoint.make')}
          </Button>
          <span role="status" className={make.isError ? 'text-bad' : 'text-good'}>
            {make.isError && explain(make.error)}
            {make.isSuccess && t('checkpoint.made', { seq: make.data.seq })}
          </span>
        </p>
      )}
      {list.isPending && <Skeleton rows={2} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && list.data.items.length === 0 && <p className="text-soft">{t('checkpoint.empty')}</p>}
      {list.isSuccess && list.data.items.length > 0 && (
        <Table
          caption={t('checkpoint.title')}
          rows={list.data.items}
          keyOf={(row) => String(row.seq)}
          columns={[
            { key: 'seq', heading: t('checkpoint.seq'), numeric: true, cell: (row) => row.seq },
            { key: 'at', heading: t('checkpoint.time'), cell: (row) => formatExactly(row.at, language) },
            {
              key: 'hash',
              heading: t('checkpoint.hash'),
              cell: (row) => (
                <code className="font-mono text-small">{row.checkpoint?.hash.slice(0, 12) ?? '–'}</code>
              ),
            },
            {
              key: 'copy',
              heading: t('checkpoint.copy'),
              cell: (row) => row.checkpoint && <CopyButton text={JSON.stringify(row.checkpoint)} />,
            },
          ]}
        />
      )}
    </Dialog>
  );
}
