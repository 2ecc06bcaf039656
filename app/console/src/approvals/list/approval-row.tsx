import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/controls/class-names.ts';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { RiskBadge } from '../../ui/display/risk-badge.tsx';
import { formatAgo } from '../../ui/format/format-time.ts';
import { useNow } from '../../ui/format/use-now.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import type { ApprovalSummary } from '../approval.ts';
import { statusNow } from '../approval-status.ts';
import { Countdown } from '../countdown.tsx';
import { DecidedBy } from '../decided-by.tsx';
import { useInboxTexts, type InboxTranslate } from '../use-inbox-texts.ts';

/** One request in the list. A decided request turns gray and names the decider; it keeps its position. */
export function ApprovalRow(props: {
  readonly approval: ApprovalSummary;
  readonly isCurrent: boolean;
  readonly isGrouped: boolean;
  readonly isSelected: boolean;
  readonly onSelect: ((isSelected: boolean) => void) | undefined;
}): ReactNode {
  const { approval } = props;
  const t = useInboxTexts();
  const { language } = usePreferences();
  const now = useNow();
  const isOpen = statusNow(approval, now) === 'pending';
  return (
    <div
      className={classNames(
        'relative flex border-b border-l-4 border-b-line',
        props.isGrouped ? 'border-l-sunken' : 'border-l-transparent',
        props.isCurrent ? 'bg-tint' : 'hover:bg-sunken',
      )}
    >
      {props.isCurrent && <span aria-hidden="true" className="absolute inset-y-0 left-0 w-[3px] bg-accent" />}
      {props.onSelect && approval.can_batch && isOpen && (
        <label className="absolute top-0 left-0 p-3 pt-3.5">
          <input
            type="checkbox"
            checked={props.isSelected}
            aria-label={t('row.select', { tool: approval.tool_id })}
            onChange={(event) => props.onSelect?.(event.target.checked)}
            className="size-4 accent-accent"
          />
        </label>
      )}
      <Link
        to="/inbox"
        search={(search) => ({ ...search, id: approval.approval_id })}
        aria-current={props.isCurrent ? 'true' : undefined}
        className={classNames(
          'block min-w-0 flex-1 py-2.5 pr-4 -outline-offset-2',
          props.onSelect ? 'pl-10' : 'pl-4',
          !isOpen && 'text-soft',
        )}
      >
        <span className="flex items-center gap-2">
          <RiskBadge level={approval.risk_level} short />
          <span className={classNames('truncate font-semibold', !isOpen && 'font-medium')}>
            <RevealedText text={approval.tool_id} />
          </span>
          <span className="ml-auto text-[12.5px]">
            {isOpen ? <Countdown until={approval.expires_at} /> : <DecidedBy approval={approval} short />}
          </span>
        </span>
        <span className="mt-0.5 line-clamp-2 text-[13.5px] text-soft">
          <RevealedText
            text={language === 'ja' ? (approval.reason_ja ?? approval.reason) : approval.reason}
          />
        </span>
        <span className="mt-0.5 flex gap-2 text-[12.5px] text-soft">
          <span className="max-w-[50%] shrink-0 truncate">
            <RevealedText text={approval.agent_name} />
          </span>
          {approval.destination !== null && (
            <span className="truncate">
              → <RevealedText text={destinationOf(approval, t)} />
            </span>
          )}
          <span className="ml-auto whitespace-nowrap">{formatAgo(approval.created_at, language, now)}</span>
        </span>
      </Link>
    </div>
  );
}

// After an edit the destination of the call differs from the agent's request.
function destinationOf({ destination, edit }: ApprovalSummary, t: InboxTranslate): string {
  const before = edit?.destination_before ?? null;
  if (destination === null) return '';
  return before === null || before === destination ? destination : t('row.was', { destination, before });
}
