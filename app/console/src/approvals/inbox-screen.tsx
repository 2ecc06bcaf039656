import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { classNames } from '../ui/controls/class-names.ts';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { Icon } from '../ui/controls/icon.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { FloatingProblem } from '../ui/parts/floating-problem.tsx';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { ApprovalPane } from './request/approval-pane.tsx';
import { DecisionNotes } from './decide/decision-notes.tsx';
import { PendingDecisionBar } from './decide/pending-decision-bar.tsx';
import { InboxHeader } from './list/inbox-header.tsx';
import { readInboxFilter } from './list/inbox-filter.ts';
import { InboxListPane } from './list/inbox-list-pane.tsx';
import { NotifyButton } from './list/notify-button.tsx';
import { useApprovalList } from './list/use-approval-list.ts';
import { useDecisions, type DecisionNote } from './decide/use-decisions.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useInboxTexts } from './use-inbox-texts.ts';
import { useSelection } from './list/use-selection.ts';
import { useWideScreen } from './use-wide-screen.ts';

const GrantsView = lazyPart(() => import('./grants-view.tsx').then((file) => file.GrantsView), {
  waiting: <Skeleton />,
});
const BatchDecisionDialog = lazyPart(
  () => import('./decide/batch-decision-dialog.tsx').then((file) => file.BatchDecisionDialog),
  {
    problem: FloatingProblem,
  },
);

/** The screen for decisions: the list at the left and the request at the right; one of them on a phone. */
export function InboxScreen(): ReactNode {
  const t = useInboxTexts();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const filter = useMemo(() => readInboxFilter(search), [search]);
  const { list, approvals, arrivals, replace } = useApprovalList(filter);
  const decisions = useDecisions(replace);
  const selection = useSelection(approvals);
  const [notes, setNotes] = useState<readonly DecisionNote[]>([]);
  const isWide = useWideScreen();
  // Only a person opens a request. Arrivals and changes of the list never change which request is open.
  const currentId = search['id'];
  const open = (id: string) =>
    void navigate({ to: '/inbox', search: (before) => ({ ...before, id }), replace: isWide });
  const close = () => void navigate({ to: '/inbox', search: (before) => ({ ...before, id: undefined }) });
  useInboxKeys({
    approvals,
    currentId,
    open,
    close,
    showArrivals: arrivals.show,
    selection,
    delay: decisions.delay,
  });

  const isList = filter.tab !== 'grants';
  const { pending, delay } = decisions;
  const tray = pending && (
    <PendingDecisionBar
      key={pending.sendsAt}
      pending={pending}
      onUndo={() => delay.undo()}
      onSendNow={() => delay.sendNow()}
    />
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <InboxHeader
        tab={filter.tab}
        actions={<NotifyButton />}
        isHidden={!isWide && currentId !== undefined && isList}
      />
      {!isList && (
        <div className="border-t border-line px-4 pt-2 pb-8 md:px-6">
          <GrantsView />
        </div>
      )}
      {!isList && tray}
      <DecisionNotes notes={notes} onDismiss={() => setNotes([])} />
      {isList && (
        <div className="flex min-h-0 flex-1 border-t border-line bg-card">
          <div
            className={classNames(
              'w-full min-w-0 flex-col lg:flex lg:w-[25rem] lg:shrink-0 lg:border-r lg:border-line xl:w-[27rem]',
              currentId === undefined ? 'flex' : 'hidden',
            )}
          >
            <InboxListPane
              filter={filter}
              list={list}
              approvals={approvals}
              arrivals={arrivals}
              currentId={currentId}
              selection={selection}
            />
            {currentId === undefined && tray}
          </div>
          <div
            className={classNames(
              'min-w-0 flex-1 flex-col lg:flex',
              currentId === undefined ? 'hidden' : 'flex',
            )}
          >
            {!isWide && (
              <Button tone="quiet" className="m-1 self-start" onClick={close}>
                <Icon name="back" />
                {t('back')}
              </Button>
            )}
            {currentId === undefined && approvals.length > 0 && (
              <EmptyState
                icon="inbox"
                title={t('pick.title')}
                action={
                  <Button shortcut="j" onClick={() => open(approvals[0]?.approval_id ?? '')}>
                    {t('pick.first')}
                  </Button>
                }
              >
                {t('pick.text')}
              </EmptyState>
            )}
            {currentId !== undefined && (
              <div className="min-h-0 flex-1">
                <ApprovalPane
                  approvalId={currentId}
                  known={approvals.find((approval) => approval.approval_id === currentId)}
                  decisions={decisions}
                  tray={tray}
                  onDecideTurn={selection.openTurn}
                />
              </div>
            )}
          </div>
        </div>
      )}
      {selection.together && (
        <BatchDecisionDialog
          {...selection.together}
          onClose={selection.closeDialog}
          onDecided={(decided, results) => {
            selection.clear();
            setNotes(results);
            for (const approval of decided) replace(approval);
          }}
        />
      )}
    </div>
  );
}
