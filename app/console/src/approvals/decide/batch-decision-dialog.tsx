import { useMutation, useQueries } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { readResponse } from '../../api/read-response.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { TextAreaField } from '../../ui/controls/field.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { ApprovalDetail, ApprovalSummary } from '../approval.ts';
import { shownValues } from '../values/shown-values.ts';
import { useDecisionLock } from './use-decision-lock.ts';
import type { DecisionNote } from './use-decisions.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { useLazyTexts } from '../use-lazy-texts.ts';
import { needsReading, readingQuery, readingState } from '../values/use-reading.ts';
import { useValueDisplay } from '../values/use-value-display.ts';
import { useDescribeEffect } from '../effect/use-describe-effect.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { RiskSquare } from '../../ui/display/risk-square.tsx';
import { Notes } from '../values/arguments-view.tsx';
import { DisplayedValue } from '../values/displayed-value.tsx';
import { sourcesOfArgument } from '../values/sources-of-argument.ts';

/**
 * Decides several requests in one step: all of one turn, or a selection. They can be approved only after the complete
 * values of each have been on the screen.
 */
export function BatchDecisionDialog(props: {
  readonly turn: { readonly runId: string; readonly turn: string } | undefined;
  readonly approvals: readonly ApprovalSummary[];
  readonly onDecided: (approvals: readonly ApprovalSummary[], notes: readonly DecisionNote[]) => void;
  readonly onClose: () => void;
}): ReactNode {
  const t = useLazyTexts();
  const tInbox = useInboxTexts();
  const explain = useExplainFailure();
  const [comment, setComment] = useState('');
  const box = useRef<HTMLUListElement>(null);
  const { calls, isComplete, failure } = useCalls(props.approvals);
  const display = useValueDisplay(
    box,
    useMemo(() => calls.map((call) => call.shown), [calls]),
  );
  const send = useSend(props, calls, comment.trim());
  const count = props.approvals.length;
  const isDead = useDecisionLock(
    `${display.isSeen} ${calls.map(({ approval }) => approval.action_digest).join(' ')}`,
  );
  const hasGravest = props.approvals.some((approval) => approval.risk_level === 5);
  const isBlocked = calls.some((call) => call.problems.length > 0);
  const canSend = isComplete && !hasGravest && !isDead;
  return (
    <Dialog title={t(props.turn ? 'turn.dialog' : 'batch.dialog', { count })} onClose={props.onClose}>
      <div className="flex flex-col gap-4">
        {!isComplete && failure === undefined && <Skeleton rows={2} />}
        {failure !== undefined && <p className="text-bad">{explain(failure)}</p>}
        <ul ref={box} className="flex flex-col gap-2">
          {calls.map((call) => (
            <li key={call.approval.approval_id} className="rounded-md border border-line px-3 py-2">
              <CallSummary call={call} display={display} />
            </li>
          ))}
        </ul>
        {hasGravest && <p className="text-warn">{t('batch.risk5')}</p>}
        {isBlocked && <p className="text-bad">{t('batch.blocked')}</p>}
        <TextAreaField
          label={t('batch.reason')}
          rows={2}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
        {send.isError && (
          <p role="alert" className="text-bad">
            {explain(send.error)}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            tone="primary"
            busy={send.isPending}
            disabled={!canSend || isBlocked}
            onClick={() => (display.isSeen ? send.mutate('approve') : display.showRest())}
          >
            {display.isSeen ? t('batch.approve', { count }) : tInbox('decide.readFirst')}
          </Button>
          <Button tone="danger" busy={send.isPending} disabled={!canSend} onClick={() => send.mutate('deny')}>
            {t('batch.deny', { count })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function useCalls(approvals: readonly ApprovalSummary[]) {
  const client = useClient();
  const details = useQueries({
    queries: approvals.map(({ approval_id }) => ({
      queryKey: ['approvals', 'detail', approval_id],
      queryFn: () => readResponse(client.api.approvals[':approval_id'].$get({ param: { approval_id } })),
    })),
    combine: (answers) => ({
      loaded: answers.flatMap((answer) => (answer.data ? [answer.data] : [])),
      failure: failureOf(answers),
    }),
  });
  const partial = details.loaded.filter(needsReading);
  const readings = useQueries({
    queries: partial.map((approval) => readingQuery(client, approval)),
    combine: (answers) => ({
      states: answers.map(readingState),
      failure: failureOf(answers),
    }),
  });
  const { loaded } = details;
  const { states } = readings;
  const calls = useMemo(
    () =>
      loaded.flatMap((approval) => {
        const at = loaded.filter(needsReading).indexOf(approval);
        const values = states[at]?.values;
        // Masked values are not displayed here, because they would count as seen.
        if (at >= 0 && values === undefined) return [];
        return [callOf(approval, values)];
      }),
    [loaded, states],
  );
  return {
    calls,
    isComplete: calls.length === approvals.length,
    failure: details.failure ?? readings.failure,
  };
}

/** One of several requests, with the displayed values. */
export type DisplayedCall = ReturnType<typeof callOf>;

const callOf = (approval: ApprovalDetail, values: ReturnType<typeof readingState>['values']) => ({
  approval,
  shown: shownValues(approval, values, `${approval.approval_id} `),
  problems: values?.problems ?? [],
  displayed: values?.display_digest,
});

const failureOf = (answers: readonly { readonly isError: boolean; readonly error: unknown }[]): unknown =>
  answers.find((answer) => answer.isError)?.error ?? undefined;

function useSend(
  props: Parameters<typeof BatchDecisionDialog>[0],
  calls: readonly DisplayedCall[],
  comment: string,
) {
  const client = useClient();
  const t = useLazyTexts();
  const { language } = usePreferences();
  const titleOf = ({ title, title_ja }: { readonly title: string; readonly title_ja: string }) =>
    language === 'ja' ? title_ja : title;
  return useMutation({
    mutationFn: (decision: 'approve' | 'deny') => {
      const items = calls.map(({ approval: { approval_id, action_digest }, displayed }) => ({
        approval_id,
        action_digest,
        ...(displayed === undefined || decision === 'deny' ? {} : { displayed }),
      }));
      const json = { decision, items, ...(comment === '' ? {} : { comment }) };
      if (!props.turn) return readResponse(client.api.approvals.batch.$post({ json }));
      const param = { run_id: props.turn.runId, turn: props.turn.turn };
      return readResponse(client.api.runs[':run_id'].turns[':turn'].decision.$post({ param, json }));
    },
    onSuccess: ({ results }) => {
      const decided = results.flatMap((result) => (result.outcome === 'decided' ? [result.approval] : []));
      const refused = results.flatMap((result) => (result.outcome === 'refused' ? [titleOf(result)] : []));
      const notes: DecisionNote[] = [];
      if (decided.length > 0) notes.push({ tone: 'good', text: t('batch.done', { count: decided.length }) });
      if (refused.length > 0) {
        notes.push({
          tone: 'bad',
          text: t('batch.refused', { count: refused.length, why: [...new Set(refused)].join(' ') }),
        });
      }
      props.onDecided(decided, notes);
      props.onClose();
    },
  });
}

/** One of several calls that are decided together: its tool, its values and its remarks. */
function CallSummary(props: {
  readonly call: DisplayedCall;
  readonly display: ReturnType<typeof useValueDisplay>;
}): ReactNode {
  const { approval, shown, problems } = props.call;
  const describe = useDescribeEffect();
  const value = (name: string, content: unknown) => (
    <DisplayedValue
      name={`${shown.prefix}${name}`}
      argument={name}
      value={content}
      isExpanded={props.display.expanded.has(`${shown.prefix}${name}`)}
      onExpand={() => props.display.expand([`${shown.prefix}${name}`])}
    />
  );
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <RiskSquare level={approval.risk_level} />
        <span className="font-semibold">
          <RevealedText text={describe(approval)} />
        </span>
      </p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        {shown.values === null ? (
          <dd className="col-span-2">{value('', shown.text)}</dd>
        ) : (
          Object.entries(shown.values).map(([name, content]) => (
            <div key={name} className="contents">
              <dt className="font-mono text-small text-soft">
                <RevealedText text={name} />
              </dt>
              <dd className="min-w-0">
                {value(name, content)}
                <Notes notes={sourcesOfArgument(shown.warnings, name)} />
              </dd>
            </div>
          ))
        )}
      </dl>
      <Notes notes={problems} />
    </>
  );
}
