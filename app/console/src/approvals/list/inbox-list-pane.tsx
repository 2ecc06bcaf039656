import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, type ReactNode } from 'react';
import { useHasRole } from '../../access/use-session.ts';
import { Select } from '../../ui/controls/select.tsx';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { SkeletonRows } from '../../ui/display/skeleton.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { SORTS, type InboxFilter } from './inbox-filter.ts';
import { InboxFilters } from './inbox-filters.tsx';
import { InboxList } from './inbox-list.tsx';
import type { useApprovalList } from './use-approval-list.ts';
import type { useSelection } from './use-selection.ts';
import { Keycap } from '../../ui/controls/keycap.tsx';

const Empty = lazyPart(() => import('./inbox-empty.tsx').then((file) => file.InboxEmpty));
const SelectionBar = lazyPart(() => import('./selection-bar.tsx').then((file) => file.SelectionBar));

/** The list with its filters, its selection, and its empty, loading and error states. */
export function InboxListPane(props: ListProps): ReactNode {
  const { selection, filter } = props;
  return (
    <>
      <InboxFilters filter={filter} approvals={props.loaded.approvals} />
      <ArrivalsLine {...props.loaded} filter={filter} />
      {selection.selected.size > 0 && <SelectionBar selection={selection} />}
      <div className="min-h-0 flex-1">
        <ListContent {...props} />
      </div>
    </>
  );
}

interface ListProps {
  readonly filter: InboxFilter;
  readonly loaded: ReturnType<typeof useApprovalList>;
  readonly currentId: string | undefined;
  readonly selection: ReturnType<typeof useSelection>;
}

function ListContent({ filter, loaded, currentId, selection }: ListProps): ReactNode {
  const mayDecide = useHasRole('approver');
  const { list, arrivals, approvals } = loaded;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  // A page of a filtered history can have few rows or none, because the server reads a limited number of requests.
  const isSearching = filter.isHistory && hasNextPage && approvals.length < MIN_ROWS;
  useEffect(() => {
    if (isSearching && !list.isError) loadMore();
  }, [isSearching, list.isError, loadMore]);
  if (list.isPending) return <SkeletonRows />;
  if (list.isLoadingError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (approvals.length === 0 && !hasNextPage) return <Empty filter={filter} />;
  return (
    <InboxList
      isHistory={filter.isHistory}
      approvals={approvals}
      topKey={arrivals.shownAt}
      currentId={currentId}
      selected={selection.selected}
      onSelect={mayDecide && !filter.isHistory ? selection.toggle : undefined}
      onNearEnd={loadMore}
    />
  );
}

const MIN_ROWS = 20;

/**
 * Displays how many requests the list contains, in which order, and how many arrived since it was loaded. Its height is
 * constant, so that an arrival moves no row.
 */
function ArrivalsLine({
  list,
  approvals,
  total,
  arrivals,
  filter,
}: ReturnType<typeof useApprovalList> & { readonly filter: InboxFilter }): ReactNode {
  const t = useInboxTexts();
  const navigate = useNavigate();
  const { count } = arrivals;
  return (
    <div className="flex h-9 shrink-0 items-center border-b border-line text-small">
      <p role="status" aria-live="polite" className="sr-only">
        {count > 0 && t('arrivals.new', { count })}
      </p>
      {count > 0 ? (
        <button
          type="button"
          aria-keyshortcuts="."
          onClick={arrivals.show}
          className="flex h-full min-w-0 flex-1 items-center justify-center gap-1.5 bg-info-tint px-3 text-info hover:underline"
        >
          {t('arrivals.new', { count })} · {t('arrivals.show')}
          <Keycap name="." />
        </button>
      ) : (
        <p className="min-w-0 flex-1 truncate px-3 text-soft">
          {t(total === null && list.hasNextPage ? 'list.countMore' : 'list.count', {
            count: total ?? approvals.length,
          })}
        </p>
      )}
      {!filter.isHistory && (
        <Select
          small
          plain
          label={t('sort.label')}
          isNamed
          value={filter.sort}
          options={SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
          onChange={(sort) =>
            void navigate({ to: '.', search: (search) => ({ ...search, sort }), replace: true })
          }
          className="mr-1 shrink-0"
        />
      )}
    </div>
  );
}
