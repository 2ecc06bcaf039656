import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useShellTexts } from '../i18n/use-texts.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { Button } from '../ui/controls/button.tsx';
import { classNames } from '../ui/controls/class-names.ts';
import { Icon } from '../ui/controls/icon.tsx';
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
import { PositionButtons, type Position } from './request/position-buttons.tsx';
import { useInboxKeys } from './use-inbox-keys.ts';

const ApprovalPane = lazyPart(() => import('./request/approval-pane.tsx').then((file) => file.ApprovalPane));
const InboxSummary = lazyPart(() => import('./list/inbox-summary.tsx').then((file) => file.InboxSummary));
const NothingChosen = lazyPart(() => import('./list/nothing-chosen.tsx').then((file) => file.NothingChosen));
const GroupPane = lazyPart(() => import('./group/group-pane.tsx').then((file) => file.GroupPane));
const BatchDecisionDialog = lazyPart(
  () => import('./decide/batch-decision-dialog.tsx').then((file) => file.BatchDecisionDialog),
  { problem: FloatingProblem },
);

/** The screen for decisions: the list at the left and the request at the right; one of them on a phone. */
export function InboxScreen({ isHistory = false }: { readonly isHistory?: boolean }): ReactNode {
  const shell = useShellTexts();
  const search = useSearch({ strict: false });
  const filter = useMemo(() => readInboxFilter(search, isHistory), [search, isHistory]);
  const loaded = useApprovalList(filter);
  const { approvals } = loaded;
  const decisions = useDecisions(loaded);
  const selection = useSelection(approvals);
  const [batchNotes, setBatchNotes] = useState<readonly DecisionNote[]>([]);
  const isWide = useWideScreen();
  const { advance } = usePreferences();
  // Only a person opens a request. Arrivals and changes of the list never change which request is open.
  const { currentId, groupKey, open, close } = useOpenRequest(isHistory, isWide);
  const order = useMemo(
    () => arrangeRows(approvals).flatMap((row) => (row.kind === 'request' ? [row.item] : [])),
    [approvals],
  );
  const undo = () => {
    const { pending } = decisions;
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
  };
  const decideAndAdvance = (decision: Decision) => {
    decide(decision);
    const next = advance ? findNext(order, decision.approvalId, Date.now()) : undefined;
    if (next) open(rowId(next));
  };
  const positionOf = (id: string | undefined): Position | undefined => {
    const index = order.findIndex((approval) => rowId(approval) === id);
    if (index < 0) return undefined;
    const neighbor = (at: number) => {
      const approval = order[at];
      return approval && (() => open(rowId(approval)));
    };
    return {
      index,
      count: loaded.list.hasNextPage ? (loaded.total ?? order.length) : order.length,
      onPrevious: neighbor(index - 1),
      onNext: neighbor(index + 1),
    };
  };
  const tray = (
    <DecisionTray
      decisions={decisions}
      batchNotes={batchNotes}
      onUndo={undo}
      onDismiss={() => {
        setBatchNotes([]);
        decisions.dismiss();
      }}
    />
  );
  const isOpen = currentId !== undefined;
  const position = positionOf(currentId);
  const trayOfRequest = isWide ? null : tray;
  const title = shell(isHistory ? 'nav.history' : 'nav.inbox');
  return (
    <div className="flex h-full min-h-0 bg-card">
      <div
        className={classNames(
          'w-full min-w-0 flex-col lg:flex lg:w-[400px] lg:shrink-0 lg:border-r lg:border-line',
          isOpen ? 'hidden' : 'flex',
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
        {(isWide || !isOpen) && tray}
      </div>
      <div className={classNames('min-w-0 flex-1 flex-col lg:flex', isOpen ? 'flex' : 'hidden')}>
        {!isWide && isOpen && (
          <>
            <h1 className="sr-only">{title}</h1>
            <BackBar title={title} position={position} onBack={close} />
          </>
        )}
        {isOpen ? (
          <div className="min-h-0 flex-1">
            {groupKey === undefined ? (
              <ApprovalPane
                approvalId={currentId}
                known={approvals.find((approval) => approval.approval_id === currentId)}
                decisions={decisions}
                onDecide={decideAndAdvance}
                position={position}
                tray={trayOfRequest}
                onDecideTurn={selection.openTurn}
              />
            ) : (
              <GroupPane groupKey={groupKey} decisions={decisions} onDecide={decide} tray={trayOfRequest} />
            )}
          </div>
        ) : (
          <NothingOpen isHistory={isHistory} isEmpty={approvals.length === 0} onOpen={open} />
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

/** The line above a request that fills the screen: the way back to the list, and its neighbors. */
function BackBar(props: {
  readonly title: string;
  readonly position: Position | undefined;
  readonly onBack: () => void;
}): ReactNode {
  return (
    <div className="flex items-center justify-between gap-2 p-1 pr-2 text-small text-soft">
      <Button tone="quiet" className="min-h-11 text-body" onClick={props.onBack}>
        <Icon name="back" />
        {props.title}
      </Button>
      {props.position && <PositionButtons {...props.position} />}
    </div>
  );
}

/** The right side while no request is open. A phone displays only the list then. */
function NothingOpen(props: {
  readonly isHistory: boolean;
  readonly isEmpty: boolean;
  readonly onOpen: (id: string) => void;
}): ReactNode {
  const isWide = useWideScreen();
  if (!props.isHistory) return isWide && <InboxSummary onOpen={props.onOpen} />;
  return !props.isEmpty && <NothingChosen />;
}

/** The open request is part of the address. On a phone, opening it adds an entry to the history of the browser. */
function useOpenRequest(isHistory: boolean, isWide: boolean) {
  const navigate = useNavigate();
  const params = useParams({ strict: false });
  const currentId = params.groupKey === undefined ? params.approvalId : groupId(params.groupKey);
  const groupKey = currentId === undefined ? undefined : groupKeyOf(currentId);
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
    () => void navigate({ to: isHistory ? '/inbox/history' : '/inbox', search: keepSearch }),
    [navigate, isHistory],
  );
  return { currentId, groupKey, open, close };
}

const keepSearch = (before: TextSearch) => before;
