import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { classNames } from '../../ui/controls/class-names.ts';
import { ElidedText } from '../../ui/display/elided-text.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { RiskSquare } from '../../ui/display/risk-square.tsx';
import { formatAgo } from '../../ui/format/format-time.ts';
import { useNow } from '../../ui/format/use-now.ts';
import type { ApprovalSummary } from '../approval.ts';
import { statusNow } from '../approval-status.ts';
import { Countdown } from '../countdown.tsx';
import { DecidedBy } from '../decided-by.tsx';
import { describeEffect } from '../effect/describe-effect.ts';
import { firstSentence, neutralReason } from '../request/neutral-reason.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';

const HOUR_MS = 3_600_000;

/**
 * One request in the list: its effect, and below it the strongest reason and the agent. A decided request turns gray and
 * names the decider; it keeps its position.
 */
export function ApprovalRow(props: {
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
              <DecidedBy approval={approval} short />
            )}
          </span>
        </span>
      </Link>
    </div>
  );
}
