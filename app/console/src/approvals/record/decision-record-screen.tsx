import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../access/use-session.ts';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/controls/icon.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { RiskSquare } from '../../ui/display/risk-square.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { formatDuration } from '../../ui/format/format-duration.ts';
import { formatExactly } from '../../ui/format/format-time.ts';
import type { ApprovalDetail } from '../approval.ts';
import { describeDecider } from '../describe-decider.ts';
import { describeDecision, describeEffect } from '../effect/describe-effect.ts';
import { CodedText } from '../request/coded-text.tsx';
import { beginSentence, describeReasons, describeUser } from '../request/describe-reasons.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { Events, Section, Values, type DecisionRecord } from './record-tables.tsx';
import { useRecordTexts } from './use-record-texts.ts';

/** What people saw and decided about one request, what followed, and whether the log proves it. It can be printed. */
export function DecisionRecordScreen(): ReactNode {
  const t = useRecordTexts();
  const client = useClient();
  const { approvalId = '' } = useParams({ strict: false });
  const record = useQuery({
    queryKey: ['approvals', 'record', approvalId],
    queryFn: () =>
      readResponse(client.api.approvals[':approval_id'].record.$get({ param: { approval_id: approvalId } })),
  });
  return (
    <div className="flex w-full max-w-[64rem] flex-col gap-5 px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Link to="/inbox/history" className="flex w-fit items-center gap-1 text-soft hover:text-ink">
          <Icon name="back" className="size-4" />
          {t('back')}
        </Link>
        {record.data && (
          <span className="ml-auto flex flex-wrap gap-2">
            <Button small onClick={() => window.print()}>
              {t('print')}
            </Button>
            <a
              href={`/api/approvals/${encodeURIComponent(approvalId)}/record`}
              download={`${approvalId}.json`}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-md border border-edge bg-card px-2.5 text-small hover:bg-sunken max-md:min-h-11"
            >
              <Icon name="download" className="size-4" />
              {t('json')}
            </a>
          </span>
        )}
      </div>
      {!record.data && <h1 className="sr-only">{t('title')}</h1>}
      {record.isPending && <Skeleton />}
      {record.isError && !record.data && (
        <ErrorState error={record.error} onRetry={() => void record.refetch()} />
      )}
      {record.data && <RecordView record={record.data} />}
    </div>
  );
}

function RecordView({ record }: { readonly record: DecisionRecord }): ReactNode {
  const t = useRecordTexts();
  const { request, verification } = record;
  return (
    <>
      <header className="flex flex-col gap-1">
        <p className="text-small text-soft">{t('title')}</p>
        <h1 className="text-headline font-semibold [overflow-wrap:anywhere]">
          <Headline request={request} />
        </h1>
        <Moment request={request} />
        <p>
          <Badge tone={verification.ok ? 'good' : 'bad'}>
            {verification.ok ? t('verified', { count: verification.records }) : t('notVerified')}
          </Badge>
        </p>
        {verification.problems.map((problem) => (
          <p key={problem} className="text-bad">
            <RevealedText text={problem} />
          </p>
        ))}
      </header>
      <Shown request={request} />
      <Values request={request} />
      <Events record={record} />
    </>
  );
}

function Headline({ request }: { readonly request: ApprovalDetail }): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { user } = useSession();
  const effect = describeEffect(request, language);
  if (request.status !== 'approved' && request.status !== 'denied') return <RevealedText text={effect} />;
  const who = describeDecider(request.decided_by, user.id, t);
  return <RevealedText text={beginSentence(describeDecision(request.status, { who, effect }, language))} />;
}

/** When the request was decided, and how long after its creation. */
function Moment({ request }: { readonly request: ApprovalDetail }): ReactNode {
  const t = useRecordTexts();
  const { language } = usePreferences();
  const { created_at: created, decided_at: decided } = request;
  if (decided === null) return null;
  const after = formatDuration(Date.parse(decided) - Date.parse(created), language);
  return (
    <p className="numeric text-soft">{t('decided', { time: formatExactly(decided, language), after })}</p>
  );
}

/** The request as the reader of the inbox saw it. */
function Shown({ request }: { readonly request: ApprovalDetail }): ReactNode {
  const t = useRecordTexts();
  const inbox = useInboxTexts();
  const { language } = usePreferences();
  const { user } = useSession();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [inbox('behalf.person'), describeUser(request.on_behalf_of, { language, me: user.id })],
    [inbox('behalf.intent'), request.user_intent ?? inbox('behalf.noIntent')],
    [inbox('behalf.agent'), request.agent_name],
    [inbox('behalf.application'), request.run?.application || '–'],
    [inbox('behalf.tool'), request.tool_id],
    [t('risk'), <RiskSquare level={request.risk_level} />],
    [
      t('reasons'),
      describeReasons(request, { language, me: user.id }).map((parts, index) => (
        <p key={index}>
          <CodedText parts={parts} />
        </p>
      )),
    ],
    [t('policy'), request.policy],
    [t('comment'), request.comment ?? '–'],
  ];
  return (
    <Section id="shown" title={t('shown')}>
      <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-1 sm:grid-cols-[9rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {typeof value === 'string' ? <RevealedText text={value} /> : value}
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-3 mb-1 font-semibold">{t('prompt')}</h3>
      <pre className="rounded-md bg-sunken p-3 font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
        <RevealedText text={language === 'ja' ? request.prompt_ja : request.prompt} />
      </pre>
      <p className="mt-2 text-small">
        <Link
          to="/runs/$runId"
          params={{ runId: request.run_id }}
          className="text-accent underline underline-offset-3"
        >
          {inbox('behalf.openRun')}
        </Link>
      </p>
    </Section>
  );
}
