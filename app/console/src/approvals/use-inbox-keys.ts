import { useMemo, useRef } from 'react';
import { useShortcuts } from '../ui/keys/use-shortcuts.ts';
import type { ApprovalSummary } from './approval.ts';
import type { useSelection } from './list/use-selection.ts';
import { rowId } from './list/row-id.ts';
import { useInboxTexts } from './use-inbox-texts.ts';

/** The keys of the list: move, show arrivals, select, decide the selection, undo, close the request. */
export function useInboxKeys(parts: {
  /** The requests in the displayed order. */
  readonly order: readonly ApprovalSummary[];
  readonly currentId: string | undefined;
  readonly open: (approvalId: string) => void;
  readonly close: () => void;
  readonly showArrivals: () => void;
  readonly selection: ReturnType<typeof useSelection>;
  readonly undo: () => void;
}): void {
  const t = useInboxTexts();
  const latest = useRef(parts);
  latest.current = parts;
  useShortcuts(
    useMemo(() => {
      const move = (step: number) => {
        const { order, currentId, open } = latest.current;
        const at = order.findIndex((approval) => rowId(approval) === currentId);
        const next = at < 0 ? 0 : at + step;
        const target = order[Math.min(order.length - 1, Math.max(0, next))];
        if (target) open(rowId(target));
      };
      const select = () => {
        const { order, currentId, selection } = latest.current;
        const approval = order.find(({ approval_id }) => approval_id === currentId);
        if (approval?.can_batch === true)
          selection.toggle(approval.approval_id, !selection.selected.has(approval.approval_id));
      };
      return [
        { keys: 'j', label: t('keys.next'), run: () => move(1), repeats: true },
        { keys: 'k', label: t('keys.previous'), run: () => move(-1), repeats: true },
        { keys: '.', label: t('keys.showNew'), run: () => latest.current.showArrivals() },
        { keys: 'x', label: t('keys.select'), run: select },
        { keys: 'shift+a', label: t('keys.batch'), run: () => latest.current.selection.openBatch() },
        { keys: 'z', label: t('keys.undo'), run: () => latest.current.undo() },
        { keys: 'escape', label: t('keys.close'), run: () => latest.current.close() },
      ];
    }, [t]),
  );
}
