import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { ApprovalPane } from './approval-pane.tsx';
import { HeldBar } from './held-bar.tsx';
import { InboxHeader } from './inbox-header.tsx';
import { readInboxFilter } from './inbox-filter.ts';
import { InboxListPane } from './inbox-list-pane.tsx';
import { NotifyButton } from './notify-button.tsx';
import { useApprovalList } from './use-approval-list.ts';
import { useDecisions } from './use-decisions.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useInboxWords } from './use-inbox-words.ts';
import { useSelection } from './use-selection.ts';
import { useWideScreen } from './use-wide-screen.ts';

const GrantsView = lazy(() => import('./grants-view.tsx').then((file) => ({ default: file.GrantsView })));
const TogetherDialog = lazy(() =>
  import('./together-dialog.tsx').then((file) => ({ default: file.TogetherDialog })),
);

/** Where a person decides: the list at the left, the request at the right, one of them on a phone. */
export function InboxScreen(): ReactNode {
  const say = useInboxWords();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const filter = useMemo(() => readInboxFilter(search), [search]);
  const { list, approvals, replace } = useApprovalList(filter);
  const decisions = useDecisions(replace);
  const selection = useSelection(approvals);
  const isWide = useWideScreen();
  // Only a wide screen has room for a request that nobody has chosen yet.
  const currentId = search['id'] ?? (isWide ? approvals[0]?.approval_id : undefined);
  const open = (id: string) =>
    void navigate({ to: '/inbox', search: (before) => ({ ...before, id }), replace: isWide });
  const close = () => void navigate({ to: '/inbox', search: (before) => ({ ...before, id: undefined }) });
  useInboxKeys({ approvals, currentId, open, close, selection, hold: decisions.hold });

  const isList = filter.tab !== 'grants';
  return (
    <div className="flex h-full min-h-0 flex-col">
      <InboxHeader
        tab={filter.tab}
        actions={<NotifyButton />}
        isHidden={!isWide && currentId !== undefined && isList}
      />
      {!isList && (
        <div className="px-4 pb-8 md:px-6">
          <Suspense>
            <GrantsView />
          </Suspense>
        </div>
      )}
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
              currentId={currentId}
              selection={selection}
            />
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
                {say('back')}
              </Button>
            )}
            {currentId === undefined ? (
              <EmptyState icon="inbox" title={say('pick.title')}>
                {say('pick.text')}
              </EmptyState>
            ) : (
              <div className="min-h-0 flex-1">
                <ApprovalPane
                  approvalId={currentId}
                  known={approvals.find((approval) => approval.approval_id === currentId)}
                  decisions={decisions}
                  onDecideTurn={selection.openTurn}
                />
              </div>
            )}
            {decisions.held && (
              <HeldBar
                held={decisions.held}
                onUndo={() => decisions.hold.undo()}
                onSendNow={() => decisions.hold.sendNow()}
              />
            )}
          </div>
        </div>
      )}
      {selection.together && (
        <Suspense>
          <TogetherDialog
            {...selection.together}
            onClose={selection.closeDialog}
            onDecided={(decided) => {
              selection.clear();
              for (const approval of decided) replace(approval);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
