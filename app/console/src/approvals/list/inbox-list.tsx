import { useMemo, type ReactNode } from 'react';
import { LongList } from '../../ui/display/long-list.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { ApprovalSummary } from '../approval.ts';
import { arrangeRows } from './arrange-rows.ts';
import { groupId, rowId } from './row-id.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { Link } from '@tanstack/react-router';
import { classNames } from '../../ui/controls/class-names.ts';
import { RiskSquare } from '../../ui/display/risk-square.tsx';
import { formatDuration } from '../../ui/format/format-duration.ts';
import { formatAgo } from '../../ui/format/format-time.ts';
import { useNow } from '../../ui/format/use-now.ts';
import { statusNow } from '../approval-status.ts';
import { Countdown } from '../countdown.tsx';
import { DecidedBy } from '../decided-by.tsx';
import { describeEffect } from '../effect/describe-effect.ts';
import { firstSentence, neutralReason } from '../request/neutral-reason.ts';
import { elideText } from '../../ui/display/elide-text.ts';

const GroupRow = lazyPart(() => import('./group-row.tsx').then((file) => file.GroupRow), {
  waiting: () => <div className="h-(--row) border-b border-line" />,
});

/** The number of rows above and below a row that are on the screen with it. */
const NEARBY = 8;

/** The list of requests. The requests of one turn are grouped. */
export function InboxList(props: {
  readonly approvals: readonly ApprovalSummary[];
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
      label={t(props.isHistory ? 'list.history' : 'list.pending')}
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

const HOUR_MS = 3_600_000;

/**
 * One request in the list: its effect, and below it the strongest reason and the agent. A decided request turns gray and
 * names the decider; it keeps its position.
 */
function ApprovalRow(props: {
  readonly approval: ApprovalSummary;
  /** The requests beside this one and of its turn. The row displays what differs from them. */
  readonly similar: readonly ApprovalSummary[];
  readonly isHistory: boolean;
  readonly isCurrent: boolean;
  readonly isGrouped: boolean;
  readonly isSelected: boolean;
  readonly onSelect: ((isSelected: boolean) => void) | undefined;
}): ReactNode {
  const { approval, isCurrent } = props;
  const t = useInboxTexts();
  const { language } = usePreferences();
  const now = useNow();
  const isOpen = statusNow(approval, now) === 'pending';
  const isShort = isOpen && Date.parse(approval.expires_at) - now < HOUR_MS;
  const effect = describeEffect(approval, language);
  return (
    <div
      className={classNames(
        'relative flex h-(--row) border-b border-l-[3px] border-b-line',
        isCurrent
          ? 'border-l-accent bg-tint'
          : props.isGrouped
            ? 'border-l-line hover:bg-sunken'
            : 'border-l-transparent hover:bg-sunken',
      )}
    >
      {props.onSelect && (
        <span className="flex w-8 shrink-0 items-center justify-center">
          {approval.can_batch && isOpen && (
            <label className="flex size-8 items-center justify-center">
              <input
                type="checkbox"
                checked={props.isSelected}
                aria-label={t('row.select', { effect })}
                onChange={(event) => props.onSelect?.(event.target.checked)}
                className="check"
              />
            </label>
          )}
        </span>
      )}
      <Link
        to={props.isHistory ? '/inbox/history/$approvalId' : '/inbox/$approvalId'}
        params={{ approvalId: approval.approval_id }}
        search={(before) => before}
        aria-current={isCurrent ? 'true' : undefined}
        className={classNames(
          'flex min-w-0 flex-1 items-center gap-2.5 pr-3 -outline-offset-2',
          !props.onSelect && 'pl-3',
          !isOpen && 'text-soft',
        )}
      >
        <span className={classNames('flex self-start pt-2.5', !isOpen && 'opacity-60')}>
          <RiskSquare level={approval.risk_level} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className={classNames('min-w-0 flex-1', isOpen && 'font-semibold')}>
              <ElidedText
                text={effect}
                unlike={props.similar.map((other) => describeEffect(other, language))}
              />
            </span>
            <span className="numeric shrink-0 text-small whitespace-nowrap text-soft">
              {isShort ? (
                <Countdown until={approval.expires_at} />
              ) : (
                formatAgo(approval.created_at, language, now)
              )}
            </span>
          </span>
          <span className="flex text-small text-soft compact:hidden">
            {isOpen ? (
              <>
                <span className="min-w-0 truncate">
                  <RevealedText text={firstSentence(neutralReason(approval, language))} />
                </span>
                <span className="max-w-[45%] shrink-0 truncate whitespace-pre">
                  {' · '}
                  <RevealedText text={approval.agent_name} />
                </span>
              </>
            ) : (
              <Outcome approval={approval} />
            )}
          </span>
        </span>
      </Link>
    </div>
  );
}

/** Who decided, the reason that the person wrote, and the time between request and decision. */
function Outcome({ approval }: { readonly approval: ApprovalSummary }): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { comment, created_at: created, decided_at: decided } = approval;
  return (
    <>
      <span className="shrink-0">
        <DecidedBy approval={approval} short />
      </span>
      <span className="min-w-0 flex-1 truncate px-2">
        <RevealedText text={comment ?? ''} />
      </span>
      {decided !== null && (
        <span className="numeric shrink-0 whitespace-nowrap">
          {t('decided.after', {
            time: formatDuration(Date.parse(decided) - Date.parse(created), language),
          })}
        </span>
      )}
    </>
  );
}

/**
 * A text on one line. When it is too long it is shortened in the middle: its domain or file name stays visible, and so
 * does the part in which it differs from the texts `unlike`. A screen reader reads the whole text.
 */
function ElidedText(props: { readonly text: string; readonly unlike?: readonly string[] }): ReactNode {
  return (
    <>
      <span className="sr-only">
        <RevealedText text={props.text} />
      </span>
      <span aria-hidden="true" className="flex min-w-0 overflow-hidden" title={props.text}>
        {elideText(props.text, props.unlike).map((part, index) => (
          <span
            key={index}
            className={part.isKept ? 'shrink-0 whitespace-pre' : 'min-w-[1.5em] truncate whitespace-pre'}
          >
            <RevealedText text={part.text} />
          </span>
        ))}
      </span>
    </>
  );
}
