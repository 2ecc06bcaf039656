import { useNavigate } from '@tanstack/react-router';
import { useCallback, type ReactNode } from 'react';
import { useHasRole } from '../../access/use-session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import type { ApprovalSummary } from '../approval.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { ArrivalsLine } from './arrivals-line.tsx';
import { isFiltered, type InboxFilter } from './inbox-filter.ts';
import { InboxFilters } from './inbox-filters.tsx';
import { InboxList } from './inbox-list.tsx';
import type { useApprovalList } from './use-approval-list.ts';
import type { useSelection } from './use-selection.ts';

const SelectionBar = lazyPart(() => import('./selection-bar.tsx').then((file) => file.SelectionBar));

/** The list with its filters, its selection, and its empty, loading and error states. */
export function InboxListPane(props: {
  readonly filter: InboxFilter;
  readonly loaded: ReturnType<typeof useApprovalList>;
  /** The requests that match the search, in their order. */
  readonly approvals: readonly ApprovalSummary[];
  readonly currentId: string | undefined;
  readonly selection: ReturnType<typeof useSelection>;
}): ReactNode {
  const t = useInboxTexts();
  const mayDecide = useHasRole('approver');
  const { selection, filter, approvals } = props;
  const { list, arrivals, isLoading } = props.loaded;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const isEmpty = approvals.length === 0 && (!hasNextPage || (filter.isHistory && filter.text !== ''));
  return (
    <>
      <InboxFilters filter={filter} approvals={props.loaded.approvals} />
      <ArrivalsLine
        shown={approvals.length}
        loaded={props.loaded.approvals.length}
        hasMore={hasNextPage}
        arrivals={arrivals.count}
        total={props.loaded.total}
        onShow={arrivals.show}
      />
      {selection.selected.size > 0 && <SelectionBar selection={selection} />}
      <div className="min-h-0 flex-1">
        {isLoading && !list.isError && <SkeletonRows />}
        {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {!isLoading && list.data && isEmpty && <Empty filter={filter} />}
        {!isLoading && list.data && !isEmpty && (
          <InboxList
            label={t(filter.isHistory ? 'list.history' : 'list.pending')}
            isHistory={filter.isHistory}
            approvals={approvals}
            topKey={arrivals.shownAt}
            currentId={props.currentId}
            selected={selection.selected}
            onSelect={mayDecide && !filter.isHistory ? selection.toggle : undefined}
            onNearEnd={loadMore}
          />
        )}
      </div>
    </>
  );
}

function Empty({ filter }: { readonly filter: InboxFilter }): ReactNode {
  const t = useInboxTexts();
  const navigate = useNavigate();
  if (isFiltered(filter)) {
    return (
      <EmptyState
        icon="search"
        title={t('empty.filtered')}
        action={
          <Button onClick={() => void navigate({ to: '.', search: {}, replace: true })}>
            {t('filter.clear')}
          </Button>
        }
      />
    );
  }
  if (filter.isHistory) {
    return (
      <EmptyState icon="history" title={t('empty.history')}>
        {t('empty.history.text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="check"
      title={t('empty.title')}
      action={<Button onClick={() => void navigate({ to: '/playground' })}>{t('empty.try')}</Button>}
    >
      {t('empty.text')}
    </EmptyState>
  );
}
