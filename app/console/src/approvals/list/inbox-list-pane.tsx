import { Link } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useHasRole } from '../../access/use-session.ts';
import type { ApprovalSummary } from '../approval.ts';
import type { InboxFilter } from './inbox-filter.ts';
import { ArrivalsLine } from './arrivals-line.tsx';
import { InboxFilters } from './inbox-filters.tsx';
import { InboxList } from './inbox-list.tsx';
import type { Arrivals, useApprovalList } from './use-approval-list.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import type { useSelection } from './use-selection.ts';

/** The list with its filters, its selection, and its empty, loading and error states. */
export function InboxListPane(props: {
  readonly filter: InboxFilter;
  readonly list: ReturnType<typeof useApprovalList>['list'];
  readonly approvals: readonly ApprovalSummary[];
  readonly arrivals: Arrivals;
  readonly currentId: string | undefined;
  readonly selection: ReturnType<typeof useSelection>;
}): ReactNode {
  const t = useInboxTexts();
  const mayDecide = useHasRole('approver');
  const { list, selection, filter } = props;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const isFiltered = filter.minRisk !== '' || filter.tool !== '' || filter.agent !== '' || filter.run !== '';
  const isHistory = filter.tab === 'history';
  return (
    <>
      <InboxFilters filter={filter} approvals={props.approvals} />
      {list.data && (
        <ArrivalsLine
          shown={props.approvals.length}
          hasMore={hasNextPage}
          arrivals={props.arrivals.count}
          isCapped={props.arrivals.isCapped}
          onShow={props.arrivals.show}
        />
      )}
      {selection.selected.size > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line bg-info-tint px-3 py-2 text-[13.5px] text-info">
          <span className="font-medium">{t('batch.selected', { count: selection.selected.size })}</span>
          <span className="ml-auto flex gap-2">
            <Button small tone="quiet" onClick={selection.clear}>
              {t('batch.clear')}
            </Button>
            <Button small shortcut="shift+a" disabled={!selection.canBatch} onClick={selection.openBatch}>
              {t('batch.open')}
            </Button>
          </span>
          {!selection.canBatch && <p className="w-full text-[13px]">{t('batch.rule')}</p>}
        </div>
      )}
      <div className="min-h-0 flex-1">
        {list.isPending && <Skeleton />}
        {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && props.approvals.length === 0 && !hasNextPage && (
          <EmptyState
            icon="check"
            title={t(isFiltered ? 'empty.filtered' : isHistory ? 'empty.history' : 'empty.title')}
            action={
              <Link
                to={isFiltered ? '/inbox' : '/playground'}
                search={{}}
                className="font-medium text-accent underline underline-offset-4"
              >
                {t(isFiltered ? 'filter.clear' : 'empty.try')}
              </Link>
            }
          >
            {!isFiltered && !isHistory && t('empty.text')}
          </EmptyState>
        )}
        {list.data && (props.approvals.length > 0 || hasNextPage) && (
          <InboxList
            label={t(isHistory ? 'list.history' : 'list.pending')}
            approvals={props.approvals}
            topKey={props.arrivals.shownAt}
            currentId={props.currentId}
            selected={selection.selected}
            onSelect={mayDecide && !isHistory ? selection.toggle : undefined}
            onNearEnd={loadMore}
          />
        )}
      </div>
    </>
  );
}
