import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { readAnswer } from '../../api/read-answer.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Table } from '../../components/table.tsx';
import { useToast } from '../../components/toasts.ts';
import { formatExactly } from '../../format/format-time.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { useMay } from '../../session/use-session.ts';
import { useAuditWords } from './use-audit-words.ts';

/** The signed checkpoints of the log, to be stored elsewhere. */
export function Checkpoints(props: { readonly onClose: () => void }): ReactNode {
  const say = useAuditWords();
  const explain = useExplainFailure();
  const client = useClient();
  const queries = useQueryClient();
  const toast = useToast();
  const { language } = usePreferences();
  const mayMake = useMay('admin');
  const list = useQuery({
    queryKey: ['audit', 'checkpoints'],
    queryFn: () => readAnswer(client.api.audit.checkpoints.$get({ query: {} })),
  });
  const make = useMutation({
    mutationFn: () => readAnswer(client.api.audit.checkpoints.$post()),
    onSuccess: async ({ seq }) => {
      toast({ tone: 'good', text: say('checkpoint.made', { seq }) });
      await queries.invalidateQueries({ queryKey: ['audit', 'checkpoints'] });
    },
    onError: (failure) => toast({ tone: 'bad', text: explain(failure) }),
  });
  return (
    <Dialog title={say('checkpoint.title')} description={say('checkpoint.text')} onClose={props.onClose}>
      {mayMake && (
        <Button tone="primary" className="mb-3" busy={make.isPending} onClick={() => make.mutate()}>
          {say('checkpoint.make')}
        </Button>
      )}
      {list.isPending && <Skeleton rows={2} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && list.data.items.length === 0 && (
        <p className="text-soft">{say('checkpoint.empty')}</p>
      )}
      {list.isSuccess && list.data.items.length > 0 && (
        <Table
          caption={say('checkpoint.title')}
          rows={list.data.items}
          keyOf={(row) => String(row.seq)}
          columns={[
            { key: 'seq', heading: say('checkpoint.seq'), numeric: true, cell: (row) => row.seq },
            { key: 'at', heading: say('checkpoint.time'), cell: (row) => formatExactly(row.at, language) },
            {
              key: 'hash',
              heading: say('checkpoint.hash'),
              cell: (row) => (
                <code className="font-mono text-[12px]">{row.checkpoint?.hash.slice(0, 12) ?? '–'}</code>
              ),
            },
            {
              key: 'copy',
              heading: say('checkpoint.copy'),
              cell: (row) => row.checkpoint && <CopyButton text={JSON.stringify(row.checkpoint)} />,
            },
          ]}
        />
      )}
    </Dialog>
  );
}
