import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { ErrorState } from '../ui/display/error-state.tsx';
import { Icon } from '../ui/controls/icon.tsx';
import { Screen } from '../ui/display/screen.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { LongList } from '../ui/display/long-list.tsx';
import { Menu } from '../ui/floating/menu.tsx';
import { FloatingProblem } from '../ui/parts/floating-problem.tsx';
import { lazyPart } from '../ui/parts/lazy-part.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { exportAddress, readAuditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditHead, AuditRow } from './audit-row.tsx';
import { ChainCheck } from './chain-check.tsx';
import { useAuditLog } from './use-audit-log.ts';
import { useAuditTexts } from './use-audit-texts.ts';

const Checkpoints = lazyPart(() => import('./checkpoints.tsx').then((file) => file.Checkpoints), {
  problem: FloatingProblem,
});

/** The audit log and the verification that no record was changed. */
export function AuditScreen(): ReactNode {
  const t = useAuditTexts();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const filter = useMemo(() => readAuditFilter(search), [search]);
  const { log, records, scanned } = useAuditLog(filter);
  const [showsCheckpoints, setShowsCheckpoints] = useState(false);
  const seq = /^\d+$/u.test(search['seq'] ?? '') ? Number(search['seq']) : undefined;
  const open = (next: number) =>
    void navigate({ to: '/audit', search: (before) => ({ ...before, seq: String(next) }), replace: true });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = log;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <Screen
      full
      title={t('title')}
      actions={
        <>
          <Button onClick={() => setShowsCheckpoints(true)}>
            <Icon name="key" />
            {t('checkpoint.title')}
          </Button>
          <Menu
            label={t('export')}
            className="inline-flex min-h-10 items-center gap-2 rounded-md border border-edge bg-card px-3.5 font-semibold hover:bg-sunken"
            sections={[
              {
                kind: 'actions',
                items: (['csv', 'jsonl'] as const).map((format) => ({
                  label: t(`export.${format}`),
                  icon: 'download' as const,
                  onSelect: () => window.location.assign(exportAddress(filter, format)),
                })),
              },
            ]}
          >
            <Icon name="download" />
            {t('export')}
          </Menu>
        </>
      }
    >
      <div className="-mx-4 flex h-full flex-col md:-mx-6">
        <ChainCheck onShow={open} />
        <AuditFilters filter={filter} />
        <div className="flex min-h-0 flex-1 flex-col border-t border-line bg-card lg:flex-row">
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {records.length > 0 && <AuditHead />}
            {log.isPending && <Skeleton />}
            {log.isError && !log.data && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
            {log.data && records.length === 0 && (
              <EmptyState icon="audit" title={t(filter.text === '' ? 'list.empty' : 'list.empty.filtered')}>
                {hasNextPage ? t('list.searching') : t('list.scanned', { count: scanned })}
              </EmptyState>
            )}
            {records.length > 0 && (
              <LongList
                label={t('list.label')}
                count={records.length}
                rowHeight={44}
                keyOf={(index) => String(records[index]?.seq ?? index)}
                onNearEnd={loadMore}
                row={(index) => {
                  const record = records[index];
                  return record && <AuditRow record={record} isCurrent={record.seq === seq} />;
                }}
              />
            )}
          </div>
          <AuditDetail seq={seq} known={records.find((record) => record.seq === seq)} />
        </div>
      </div>
      {showsCheckpoints && <Checkpoints onClose={() => setShowsCheckpoints(false)} />}
    </Screen>
  );
}
