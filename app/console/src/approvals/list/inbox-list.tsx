import { useMemo, type ReactNode } from 'react';
import { LongList } from '../../ui/display/long-list.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { ApprovalSummary } from '../approval.ts';
import { ApprovalRow } from './approval-row.tsx';
import { arrangeRows } from './arrange-rows.ts';
import { groupId, rowId } from './row-id.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';

const GroupRow = lazyPart(() => import('./group-row.tsx').then((file) => file.GroupRow), {
  waiting: () => <div className="h-(--row) border-b border-line" />,
});

/** The number of rows above and below a row that are on the screen with it. */
const NEARBY = 8;

/** The list of requests. The requests of one turn are grouped. */
export function InboxList(props: {
  readonly approvals: readonly ApprovalSummary[];
  readonly label: string;
  readonly isHistory: boolean;
  readonly currentId: string | undefined;
  /** The list scrolls to its top when this value changes. */
  readonly topKey: number;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: ((approvalId: string, isSelected: boolean) => void) | undefined;
  readonly onNearEnd: () => void;
}): ReactNode {
  const t = useInboxTexts();
  const { density } = usePreferences();
  const rows = useMemo(() => arrangeRows(props.approvals), [props.approvals]);
  const current = rows.findIndex((row) => row.kind === 'request' && rowId(row.item) === props.currentId);
  return (
    <LongList
      label={props.label}
      count={rows.length}
      rowHeight={density === 'compact' ? 40 : 60}
      keyOf={(index) => rows[index]?.key ?? String(index)}
      current={current}
      topKey={props.topKey}
      onNearEnd={props.onNearEnd}
      row={(index) => {
        const row = rows[index];
        if (!row) return null;
        if (row.kind === 'turn') {
          return (
            <p className="flex gap-2 border-b border-line bg-sunken px-3 py-1 text-small text-soft">
              <span className="font-semibold">{t('row.turn', { count: row.count })}</span>
              <span className="truncate">
                <RevealedText text={row.first.agent_name} />
              </span>
            </p>
          );
        }
        const { item } = row;
        if (item.group !== null) {
          const isCurrent = props.currentId === groupId(item.group.key);
          return <GroupRow approval={item} group={item.group} isCurrent={isCurrent} />;
        }
        return (
          <ApprovalRow
            approval={item}
            similar={rows
              .slice(Math.max(0, index - NEARBY), index + NEARBY + 1)
              .flatMap((other) => (other.kind === 'request' ? [other.item] : []))}
            isHistory={props.isHistory}
            isCurrent={item.approval_id === props.currentId}
            isGrouped={row.isGrouped}
            isSelected={props.selected.has(item.approval_id)}
            onSelect={props.onSelect && ((isSelected) => props.onSelect?.(item.approval_id, isSelected))}
          />
        );
      }}
    />
  );
}
