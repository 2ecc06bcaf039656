import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../api/console-client.ts';
import { readResponse } from '../api/read-response.ts';
import { ErrorState } from '../ui/display/error-state.tsx';
import { RevealedText } from '../ui/display/revealed-text.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { formatExactly } from '../ui/format/format-time.ts';
import { EditTable } from '../policies/gate/edit-table.tsx';
import { readLoggedEdit } from '../policies/gate/read-logged-edit.ts';
import { readLoggedReason } from '../policies/gate/read-logged-reason.ts';
import { useGateReason } from '../policies/gate/use-gate-reason.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import type { AuditRecord } from './audit-record.ts';
import { decisionLabel } from './decision-label.ts';
import { describeRecord } from './describe-record.ts';
import { eventLabel } from './event-label.ts';
import { useAuditTexts } from './use-audit-texts.ts';

/** Displays one record. A record that is not in the list is fetched, so that a link to a record always works. */
export function AuditDetail(props: {
  readonly seq: number | undefined;
  readonly known: AuditRecord | undefined;
}): ReactNode {
  const t = useAuditTexts();
  const client = useClient();
  const { seq = 0 } = props;
  const fetched = useQuery({
    queryKey: ['audit', 'record', seq],
    queryFn: () => readResponse(client.api.audit[':seq'].$get({ param: { seq: String(seq) } })),
    enabled: props.seq !== undefined && props.known === undefined,
    staleTime: Infinity,
  });
  const record = props.known ?? fetched.data;
  return (
    <aside
      aria-labelledby="record"
      tabIndex={0}
      className="max-h-[45%] w-full shrink-0 overflow-y-auto border-line px-4 py-3 max-lg:border-t lg:max-h-none lg:w-[22rem] lg:border-l"
    >
      <h2 id="record" className="text-section font-semibold">
        {props.seq === undefined ? t('detail.pick') : t('detail.title', { seq: props.seq })}
      </h2>
      {!record && fetched.isLoading && <Skeleton rows={3} />}
      {!record && fetched.isError && <ErrorState error={fetched.error} />}
      {record && <Facts record={record} />}
    </aside>
  );
}

function Facts(props: { readonly record: AuditRecord }): ReactNode {
  const t = useAuditTexts();
  const { language } = usePreferences();
  const { record } = props;
  const explain = useGateReason();
  const logged = readLoggedReason(record.data);
  const edit = readLoggedEdit(record.data);
  const approvalId = record.data['approval_id'];
  const { who, label, what, result, reason } = describeRecord(record, t, language);
  const facts: readonly (readonly [string, string])[] = [
    [t('filter.event'), `${eventLabel(record.event, t)} (${record.event})`],
    [t('detail.time'), formatExactly(record.timestamp, language)],
    [t('detail.run'), record.run_id],
    [t('detail.call'), record.tool_call_id],
    [t('detail.decision'), decisionLabel(record.decision, t)],
    [t('column.result'), result],
    [t('detail.reason'), logged === undefined ? '' : explain(logged)],
    [t('detail.hash'), record.hash],
  ];
  return (
    <div className="mt-2 flex flex-col gap-3 text-small">
      <p className="text-body font-semibold [overflow-wrap:anywhere]">
        <RevealedText text={[who, label, what].filter((part) => part !== '').join(' · ')} />
      </p>
      {reason !== '' && (
        <p className="text-body [overflow-wrap:anywhere]">
          <RevealedText text={reason} />
        </p>
      )}
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
      <p className="flex flex-wrap gap-x-4 gap-y-1 font-semibold text-accent underline-offset-3">
        {typeof approvalId === 'string' && approvalId !== '' && (
          <Link to="/history/$approvalId" params={{ approvalId }} className="underline">
            {t('detail.openDecision')}
          </Link>
        )}
        {record.run_id !== '' && !record.event.startsWith('stop.') && (
          <Link to="/runs/$runId" params={{ runId: record.run_id }} className="underline">
            {t('detail.openRun')}
          </Link>
        )}
      </p>
      <pre className="rounded bg-sunken p-2 font-mono text-small break-words whitespace-pre-wrap">
        <RevealedText text={JSON.stringify(record.data, null, 2)} />
      </pre>
    </div>
  );
}
