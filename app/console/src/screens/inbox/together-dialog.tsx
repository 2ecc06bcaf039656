import { useMutation, useQueries } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../api/console-client.ts';
import { useExplainFailure } from '../../api/use-explain-failure.ts';
import { readAnswer } from '../../api/read-answer.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, TextArea } from '../../components/field.tsx';
import { RevealedText } from '../../components/revealed-text.tsx';
import { RiskBadge } from '../../components/risk-badge.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { ApprovalDetail, ApprovalSummary } from './approval.ts';
import { ArgumentValue } from './argument-value.tsx';
import { useDeadTime } from './use-dead-time.ts';
import type { DecisionNote } from './use-decisions.ts';
import { useInboxWords } from './use-inbox-words.ts';

/** Decides several requests in one step: all of one turn, or a selection. Each is shown with its arguments first. */
export function TogetherDialog(props: {
  readonly turn: { readonly runId: string; readonly turn: string } | undefined;
  readonly approvals: readonly ApprovalSummary[];
  readonly onDecided: (approvals: readonly ApprovalSummary[], notes: readonly DecisionNote[]) => void;
  readonly onClose: () => void;
}): ReactNode {
  const say = useInboxWords();
  const explain = useExplainFailure();
  const [comment, setComment] = useState('');
  const { details, isComplete, failure } = useDetails(props.approvals);
  const send = useSend(props, details, comment.trim());
  const count = props.approvals.length;
  const isDead = useDeadTime(details.map((approval) => approval.action_digest).join(' '));
  const hasGravest = props.approvals.some((approval) => approval.risk_level === 5);
  return (
    <Dialog title={say(props.turn ? 'turn.dialog' : 'batch.dialog', { count })} onClose={props.onClose}>
      <div className="flex flex-col gap-4">
        {!isComplete && failure === undefined && <Skeleton rows={2} />}
        {failure !== undefined && <p className="text-bad">{explain(failure)}</p>}
        <ul className="flex flex-col gap-2">
          {details.map((approval) => (
            <li key={approval.approval_id} className="rounded-md border border-line px-3 py-2">
              <OneCall approval={approval} />
            </li>
          ))}
        </ul>
        {hasGravest && <p className="text-warn">{say('batch.risk5')}</p>}
        <Field label={say('batch.reason')}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={2}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
        {send.isError && (
          <p role="alert" className="text-bad">
            {explain(send.error)}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            tone="primary"
            busy={send.isPending}
            disabled={!isComplete || hasGravest || isDead}
            onClick={() => send.mutate('approve')}
          >
            {say('batch.approve', { count })}
          </Button>
          <Button
            tone="danger"
            busy={send.isPending}
            disabled={!isComplete || hasGravest || isDead}
            onClick={() => send.mutate('deny')}
          >
            {say('batch.deny', { count })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function OneCall(props: { readonly approval: ApprovalDetail }): ReactNode {
  const { approval } = props;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <RiskBadge level={approval.risk_level} short />
        <span className="font-semibold">
          <RevealedText text={approval.tool_id} />
        </span>
      </p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        {approval.arguments === null ? (
          <dd className="col-span-2">
            <ArgumentValue value={approval.arguments_text} />
          </dd>
        ) : (
          Object.entries(approval.arguments).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="font-mono text-[13px] text-soft">
                <RevealedText text={name} />
              </dt>
              <dd className="min-w-0">
                <ArgumentValue value={value} />
              </dd>
            </div>
          ))
        )}
      </dl>
    </>
  );
}

function useDetails(approvals: readonly ApprovalSummary[]) {
  const client = useClient();
  const answers = useQueries({
    queries: approvals.map(({ approval_id }) => ({
      queryKey: ['approvals', 'detail', approval_id],
      queryFn: () => readAnswer(client.api.approvals[':approval_id'].$get({ param: { approval_id } })),
    })),
  });
  const details = answers.flatMap((answer) => (answer.data ? [answer.data] : []));
  const failure: unknown = answers.find((answer) => answer.isError)?.error ?? undefined;
  return { details, failure, isComplete: details.length === approvals.length };
}

function useSend(
  props: Parameters<typeof TogetherDialog>[0],
  details: readonly ApprovalDetail[],
  comment: string,
) {
  const client = useClient();
  const say = useInboxWords();
  const { language } = usePreferences();
  const titleOf = ({ title, title_ja }: { readonly title: string; readonly title_ja: string }) =>
    language === 'ja' ? title_ja : title;
  return useMutation({
    mutationFn: (decision: 'approve' | 'deny') => {
      const items = details.map(({ approval_id, action_digest }) => ({ approval_id, action_digest }));
      const json = { decision, items, ...(comment === '' ? {} : { comment }) };
      if (!props.turn) return readAnswer(client.api.approvals.batch.$post({ json }));
      const param = { run_id: props.turn.runId, turn: props.turn.turn };
      return readAnswer(client.api.runs[':run_id'].turns[':turn'].decision.$post({ param, json }));
    },
    onSuccess: ({ results }) => {
      const decided = results.flatMap((result) => (result.outcome === 'decided' ? [result.approval] : []));
      const refused = results.flatMap((result) => (result.outcome === 'refused' ? [titleOf(result)] : []));
      const notes: DecisionNote[] = [];
      if (decided.length > 0)
        notes.push({ tone: 'good', text: say('batch.done', { count: decided.length }) });
      if (refused.length > 0) {
        notes.push({
          tone: 'bad',
          text: say('batch.refused', { count: refused.length, why: [...new Set(refused)].join(' ') }),
        });
      }
      props.onDecided(decided, notes);
      props.onClose();
    },
  });
}
