import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useShellTexts } from '../i18n/use-texts.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { Button } from '../ui/controls/button.tsx';
import { classNames } from '../ui/controls/class-names.ts';
import { Icon } from '../ui/controls/icon.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { useWideScreen } from '../ui/display/use-media-query.ts';
import type { TextSearch } from '../ui/format/text-search.ts';
import { FloatingProblem } from '../ui/parts/floating-problem.tsx';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { DecisionTray } from './decide/decision-tray.tsx';
import { useDecisions, type Decision, type DecisionNote } from './decide/use-decisions.ts';
import { arrangeRows } from './list/arrange-rows.ts';
import { findNext } from './list/find-next.ts';
import { readInboxFilter } from './list/inbox-filter.ts';
import { InboxListPane } from './list/inbox-list-pane.tsx';
import { NotifyButton } from './list/notify-button.tsx';
import { groupId, groupKeyOf, rowId } from './list/row-id.ts';
import { useApprovalList } from './list/use-approval-list.ts';
import { useSelection } from './list/use-selection.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useInboxTexts } from './use-inbox-texts.ts';

const ApprovalPane = lazyPart(() => import('./request/approval-pane.tsx').then((file) => file.ApprovalPane));
const InboxSummary = lazyPart(() => import('./list/inbox-summary.tsx').then((file) => file.InboxSummary));
const GroupPane = lazyPart(() => import('./group/group-pane.tsx').then((file) => file.GroupPane));
const BatchDecisionDialog = lazyPart(
  () => import('./decide/batch-decision-dialog.tsx').then((file) => file.BatchDecisionDialog),
  { problem: FloatingProblem },
);

/** The screen for decisions: the list at the left and the request at the right; one of them on a phone. */
export function InboxScreen({ isHistory = false }: { readonly isHistory?: boolean }): ReactNode {
  const t = useInboxTexts();
  const shell = useShellTexts();
  const search = useSearch({ strict: false });
  const filter = useMemo(() => readInboxFilter(search, isHistory), [search, isHistory]);
  const loaded = useApprovalList(filter);
  const { approvals } = loaded;
  const decisions = useDecisions(loaded);
  const selection = useSelection(loaded.approvals);
  const [batchNotes, setBatchNotes] = useState<readonly DecisionNote[]>([]);
  const isWide = useWideScreen();
  const { advance } = usePreferences();
  // Only a person opens a request. Arrivals and changes of the list never change which request is open.
  const { currentId, open, close } = useOpenRequest(isHistory, isWide);
  const order = useMemo(
    () => arrangeRows(approvals).flatMap((row) => (row.kind === 'request' ? [row.item] : [])),
    [approvals],
  );
  const { pending } = decisions;
  const undo = () => {
    if (pending === undefined) return;
    const { approvalId } = pending.decision;
    const row = order.find((item) => item.group?.key === approvalId);
    const target = row ? rowId(row) : approvalId;
    if (target !== currentId) open(target);
    void decisions.undo();
  };
  useInboxKeys({
    order,
    currentId,
    open,
    close,
    showArrivals: loaded.arrivals.show,
    selection,
    undo,
  });
  const decide = (decision: Decision) => {
    setBatchNotes([]);
    decisions.decide(decision);
    const next = advance ? findNext(order, decision.approvalId, Date.now()) : undefined;
    if (next) open(rowId(next));
  };
  const at = order.findIndex((approval) => rowId(approval) === currentId);
  const neighbor = (index: number) => {
    const approval = order[index];
    return approval && (() => open(rowId(approval)));
  };
  const tray = (
    <DecisionTray
      pending={pending}
      unsent={decisions.unsent}
      onSendAgain={decisions.decide}
      onDiscard={decisions.discard}
      notes={batchNotes.length > 0 ? batchNotes : decisions.latest ? [decisions.latest] : []}
      onUndo={undo}
      onSendNow={() => void decisions.sendNow()}
      onDismiss={() => {
        setBatchNotes([]);
        decisions.dismiss();
      }}
    />
  );
  const groupKey = currentId === undefined ? undefined : groupKeyOf(currentId);
  const title = shell(isHistory ? 'nav.history' : 'nav.inbox');
  return (
    <div className="flex h-full min-h-0 bg-card">
      <div
        className={classNames(
          'w-full min-w-0 flex-col lg:flex lg:w-[400px] lg:shrink-0 lg:border-r lg:border-line',
          currentId === undefined ? 'flex' : 'hidden',
        )}
      >
        <header className="flex min-h-12 items-center gap-3 px-3 pt-1">
          <h1 className="text-headline font-semibold">{title}</h1>
          {!isHistory && (
            <span className="ml-auto">
              <NotifyButton />
            </span>
          )}
        </header>
        <InboxListPane filter={filter} loaded={loaded} currentId={currentId} selection={selection} />
        {(isWide || currentId === undefined) && tray}
      </div>
      <div
        className={classNames('min-w-0 flex-1 flex-col lg:flex', currentId === undefined ? 'hidden' : 'flex')}
      >
        {!isWide && currentId !== undefined && (
          <>
            <h1 className="sr-only">{title}</h1>
            <Button tone="quiet" className="m-1 min-h-11 self-start" onClick={close}>
              <Icon name="back" />
              {title}
            </Button>
          </>
        )}
        {currentId === undefined && isHistory && approvals.length > 0 && (
          <EmptyState icon="history" title={t('pick.title')}>
            {t('pick.text')}
          </EmptyState>
        )}
        {currentId === undefined && !isHistory && isWide && <InboxSummary onOpen={open} />}
        {groupKey !== undefined && (
          <div className="min-h-0 flex-1">
            <GroupPane
              groupKey={groupKey}
              decisions={decisions}
              onDecide={(decision) => {
                setBatchNotes([]);
                decisions.decide(decision);
              }}
              tray={isWide ? null : tray}
            />
          </div>
        )}
        {currentId !== undefined && groupKey === undefined && (
          <div className="min-h-0 flex-1">
            <ApprovalPane
              approvalId={currentId}
              known={loaded.approvals.find((approval) => approval.approval_id === currentId)}
              decisions={decisions}
              onDecide={decide}
              position={
                at < 0
                  ? undefined
                  : {
                      index: at,
                      count: loaded.list.hasNextPage ? (loaded.total ?? order.length) : order.length,
                      onPrevious: neighbor(at - 1),
                      onNext: neighbor(at + 1),
                    }
              }
              tray={isWide ? null : tray}
              onDecideTurn={selection.openTurn}
            />
          </div>
        )}
      </div>
      {selection.together && (
        <BatchDecisionDialog
          {...selection.together}
          onClose={selection.closeDialog}
          onDecided={(decided, results) => {
            selection.clear();
            setBatchNotes(results);
            for (const approval of decided) loaded.replace(approval);
          }}
        />
      )}
    </div>
  );
}

/** The open request is part of the address. On a phone, opening it adds an entry to the history of the browser. */
function useOpenRequest(isHistory: boolean, isWide: boolean) {
  const navigate = useNavigate();
  const { approvalId, groupKey } = useParams({ strict: false });
  const currentId = groupKey === undefined ? approvalId : groupId(groupKey);
  const open = useCallback(
    (id: string) => {
      const key = groupKeyOf(id);
      const options = { search: keepSearch, replace: isWide };
      if (key !== undefined)
        void navigate({ to: '/inbox/groups/$groupKey', params: { groupKey: key }, ...options });
      else
        void navigate({
          to: isHistory ? '/inbox/history/$approvalId' : '/inbox/$approvalId',
          params: { approvalId: id },
          ...options,
        });
    },
    [navigate, isHistory, isWide],
  );
  const close = useCallback(
    () => void navigate({ to: isHistory ? '/inbox/history' : '/inbox', search: (before) => before }),
    [navigate, isHistory],
  );
  return { currentId, open, close };
}

const keepSearch = (before: TextSearch) => before;
