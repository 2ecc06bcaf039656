import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { readAnswer } from '../../api/read-answer.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { RevealedText } from '../../components/revealed-text.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { formatExactly } from '../../format/format-time.ts';
import { EditTable } from '../../gate/edit-table.tsx';
import { readLoggedEdit } from '../../gate/read-logged-edit.ts';
import { readLoggedReason } from '../../gate/read-logged-reason.ts';
import { useGateReason } from '../../gate/use-gate-reason.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { AuditRecord } from './audit-record.ts';
import { decisionWord } from './decision-word.ts';
import { eventWord } from './event-word.ts';
import { useAuditWords } from './use-audit-words.ts';

/** Displays one record. A record that is not in the list is fetched, so that a link to a record always works. */
export function AuditDetail(props: {
  readonly seq: number | undefined;
  readonly known: AuditRecord | undefined;
}): ReactNode {
  const say = useAuditWords();
  const client = useClient();
  const { seq = 0 } = props;
  const fetched = useQuery({
    queryKey: ['audit', 'record', seq],
    queryFn: () => readAnswer(client.api.audit[':seq'].$get({ param: { seq: String(seq) } })),
    enabled: props.seq !== undefined && props.known === undefined,
    staleTime: Infinity,
  });
  const record = props.known ?? fetched.data;
  return (
    <aside
      aria-labelledby="record"
      tabIndex={0}
      className="max-h-[45%] w-full shrink-0 overflow-y-auto border-line px-4 py-3 max-lg:border-t lg:max-h-none lg:w-[26rem] lg:border-l"
    >
      <h2 id="record" className="text-[15px] font-semibold">
        {props.seq === undefined ? say('detail.pick') : say('detail.title', { seq: props.seq })}
      </h2>
      {!record && fetched.isLoading && <Skeleton rows={3} />}
      {!record && fetched.isError && <ErrorState error={fetched.error} />}
      {record && <Facts record={record} />}
    </aside>
  );
}

function Facts(props: { readonly record: AuditRecord }): ReactNode {
  const say = useAuditWords();
  const { language } = usePreferences();
  const { record } = props;
  const explain = useGateReason();
  const logged = readLoggedReason(record.data);
  const edit = readLoggedEdit(record.data);
  const facts: readonly (readonly [string, string])[] = [
    [say('filter.event'), `${eventWord(record.event, say)} (${record.event})`],
    [say('detail.time'), formatExactly(record.timestamp, language)],
    [say('detail.run'), record.run_id],
    [say('detail.call'), record.tool_call_id],
    [say('detail.decision'), decisionWord(record.decision, say)],
    [say('detail.reason'), logged === undefined ? '' : explain(logged)],
    [say('detail.hash'), record.hash],
  ];
  return (
    <div className="mt-2 flex flex-col gap-3 text-[13.5px]">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(
          ([name, value]) =>
            value !== '' && (
              <div key={name} className="contents">
                <dt className="text-soft">{name}</dt>
                <dd className="[overflow-wrap:anywhere]">
                  <RevealedText text={value} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {edit && <EditTable edit={edit} />}
      {record.run_id !== '' && (
        <Link
          to="/runs/$runId"
          params={{ runId: record.run_id }}
          className="w-fit font-medium text-accent underline underline-offset-3"
        >
          {say('detail.openRun')}
        </Link>
      )}
      <pre className="rounded bg-sunken p-2 font-mono text-[12.5px] break-words whitespace-pre-wrap">
        <RevealedText text={JSON.stringify(record.data, null, 2)} />
      </pre>
    </div>
  );
}
