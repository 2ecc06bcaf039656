import { useMemo } from 'react';
import { useShortcuts } from '../ui/keys/use-shortcuts.ts';
import type { ApprovalSummary } from './approval.ts';
import { arrangeRows } from './list/arrange-rows.ts';
import type { DecisionDelay } from './decide/decision-delay.ts';
import type { Decision } from './decide/use-decisions.ts';
import { useInboxTexts } from './use-inbox-texts.ts';
import type { useSelection } from './list/use-selection.ts';

/** Registers the shortcuts of the list: move, show arrivals, select, decide the selection, undo, close the request. */
export function useInboxKeys(parts: {
  readonly approvals: readonly ApprovalSummary[];
  readonly currentId: string | undefined;
  readonly open: (approvalId: string) => void;
  readonly close: () => void;
  readonly showArrivals: () => void;
  readonly selection: ReturnType<typeof useSelection>;
  readonly delay: DecisionDelay<Decision>;
}): void {
  const t = useInboxTexts();
  const { approvals, currentId, selection, delay, open, close, showArrivals } = parts;
  const order = useMemo(
    () => arrangeRows(approvals).flatMap((row) => (row.kind === 'request' ? [row.item] : [])),
    [approvals],
  );
  const shortcuts = useMemo(() => {
    const at = order.findIndex((approval) => approval.approval_id === currentId);
    const move = (step: number) => {
      const target = order[Math.min(order.length - 1, Math.max(0, at + step))];
      if (target) open(target.approval_id);
    };
    const select = () => {
      const approval = order[at];
      if (approval?.can_batch === true)
        selection.toggle(approval.approval_id, !selection.selected.has(approval.approval_id));
    };
    return [
      { keys: 'j', label: t('keys.next'), run: () => move(1), repeats: true },
      { keys: 'k', label: t('keys.previous'), run: () => move(at < 0 ? 1 : -1), repeats: true },
      { keys: '.', label: t('keys.showNew'), run: showArrivals },
      { keys: 'x', label: t('keys.select'), run: select },
      { keys: 'shift+a', label: t('keys.batch'), run: selection.openBatch },
      { keys: 'z', label: t('keys.undo'), run: () => delay.undo() },
      { keys: 'escape', label: t('keys.close'), run: close },
    ];
  }, [order, currentId, selection, delay, open, close, showArrivals, t]);
  useShortcuts(shortcuts);
}
