import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useHasRole } from '../../access/use-session.ts';
import { useClient } from '../../api/console-client.ts';
import { readResponse } from '../../api/read-response.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { RiskSquare } from '../../ui/display/risk-square.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useShortcuts } from '../../ui/keys/use-shortcuts.ts';
import type { ApprovalGroup } from '../approval.ts';
import { useDecisionLock } from '../decide/use-decision-lock.ts';
import { UNDO_SEC, type Decision, type useDecisions } from '../decide/use-decisions.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { useLazyTexts } from '../use-lazy-texts.ts';
import { GroupValues } from './group-values.tsx';

/** Loads a group of similar requests with its complete values, and displays it. The reading is recorded. */
export function GroupPane(props: {
  readonly groupKey: string;
  readonly decisions: ReturnType<typeof useDecisions>;
  readonly onDecide: (decision: Decision) => void;
  readonly tray: ReactNode;
}): ReactNode {
  const client = useClient();
  const t = useLazyTexts();
  const mayDecide = useHasRole('approver');
  const group = useQuery({
    // The displayed set never changes by itself: requests that arrive later belong to another set.
    queryKey: ['approval-group', props.groupKey],
    queryFn: () =>
      readResponse(client.api['approval-groups'][':key'].reading.$post({ param: { key: props.groupKey } })),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    enabled: mayDecide,
  });
  if (!mayDecide) return <p className="p-6 text-soft">{t('group.viewer')}</p>;
  if (group.data === undefined) {
    return (
      <>
        {group.isError ? (
          <ErrorState error={group.error} onRetry={() => void group.refetch()} />
        ) : (
          <Skeleton rows={5} />
        )}
        {props.tray}
      </>
    );
  }
  return <LoadedGroup key={group.data.digest} {...props} group={group.data} />;
}

function LoadedGroup(props: {
  readonly group: ApprovalGroup;
  readonly decisions: ReturnType<typeof useDecisions>;
  readonly onDecide: (decision: Decision) => void;
  readonly tray: ReactNode;
}): ReactNode {
  const client = useClient();
  const t = useLazyTexts();
  const tInbox = useInboxTexts();
  const { language } = usePreferences();
  const { group } = props;
  const { approval, members } = group;
  const unusual = useMemo(() => members.filter((member) => member.unusual !== null), [members]);
  const [except, setExcept] = useState<ReadonlySet<string>>(
    () => new Set(unusual.map((member) => member.approval_id)),
  );
  const [isSeen, setSeen] = useState(false);
  const [armed, setArmed] = useState<'approve' | 'deny'>();
  const [comment, setComment] = useState('');
  const [wasDecided, setDecided] = useState(false);
  const isDead = useDecisionLock(`${isSeen} ${armed ?? ''}`);
  const count = members.length - except.size;
  const isOff = !isSeen || isDead || wasDecided || count === 0;
  const decide = (decision: 'approve' | 'deny') => {
    if (isOff) return;
    if (armed !== decision) {
      setArmed(decision);
      return;
    }
    setDecided(true);
    props.onDecide({
      approvalId: group.key,
      isGroup: true,
      title: t(decision === 'approve' ? 'group.held.approve' : 'group.held.deny', {
        count,
        tool: approval.tool_id,
      }),
      ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
      send: async () => {
        const { delayed } = await readResponse(
          client.api['approval-groups'][':key'].decision.$post({
            param: { key: group.key },
            json: {
              decision,
              digest: group.digest,
              except: [...except],
              undo_sec: UNDO_SEC,
              ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
            },
          }),
        );
        return delayed?.batch ?? null;
      },
    });
  };
  const latest = useRef(decide);
  latest.current = decide;
  useShortcuts(
    useMemo(
      () => [
        { keys: 'a', label: tInbox('keys.approve'), run: () => latest.current('approve') },
        { keys: 'r', label: tInbox('keys.deny'), run: () => latest.current('deny') },
      ],
      [tInbox],
    ),
  );
  const isPending = props.decisions.isBusy(group.key);
  useEffect(() => {
    // An undone decision can be made again.
    if (wasDecided && !isPending && props.decisions.latest === undefined) setDecided(false);
  }, [wasDecided, isPending, props.decisions.latest]);
  const reason = language === 'ja' ? approval.reason_ja : approval.reason;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-3 md:px-6">
        <header className="flex flex-col gap-1">
          <p className="flex flex-wrap items-center gap-x-2 text-small text-soft">
            <RiskSquare level={approval.risk_level} />
            <RevealedText text={`${approval.agent_name} · ${group.application} · ${approval.tool_id}`} />
          </p>
          <h2 className="text-headline font-semibold">
            {t('group.title', { count: members.length, tool: approval.tool_id })}
            {unusual.length > 0 && t('group.unusual', { count: unusual.length })}
          </h2>
          <p className="text-soft">
            <RevealedText text={`${t('group.example')} ${reason}`} />
          </p>
          {group.total > members.length && (
            <p className="text-warn">{t('group.part', { count: members.length, total: group.total })}</p>
          )}
        </header>
        <GroupValues
          group={group}
          except={except}
          onExcept={(id, isLeftOut) => {
            setArmed(undefined);
            setExcept((before) => {
              const after = new Set(before);
              if (isLeftOut) after.add(id);
              else after.delete(id);
              return after;
            });
          }}
          onSeen={() => setSeen(true)}
        />
      </div>
      {props.tray}
      <section
        aria-label={tInbox('decide.title')}
        className="flex shrink-0 flex-col gap-2 border-t border-line bg-card px-4 py-2.5 md:px-6"
      >
        <TextField
          label={t('batch.reason')}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button tone="primary" shortcut="a" disabled={isOff} onClick={() => decide('approve')}>
            {t(armed === 'approve' ? 'group.again' : 'group.approve', { count })}
          </Button>
          <Button shortcut="r" disabled={isOff} onClick={() => decide('deny')}>
            {t(armed === 'deny' ? 'group.again' : 'group.deny', { count })}
          </Button>
          <p role="status" className="text-small text-soft">
            {!isSeen && t('group.readFirst')}
            {isSeen && except.size > 0 && t('group.stay', { count: except.size })}
          </p>
        </div>
      </section>
    </div>
  );
}
