import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { classNames } from '../../ui/controls/class-names.ts';
import { Icon } from '../../ui/controls/icon.tsx';
import { RevealedText } from '../../ui/display/revealed-text.tsx';
import { RiskSquare } from '../../ui/display/risk-square.tsx';
import { formatAgo } from '../../ui/format/format-time.ts';
import { useNow } from '../../ui/format/use-now.ts';
import type { ApprovalSummary } from '../approval.ts';
import { useDescribeEffect } from '../effect/use-describe-effect.ts';
import { useLazyTexts } from '../use-lazy-texts.ts';

/** A group of similar requests in the list: their number and, below it, the first of them. */
export function GroupRow(props: {
  readonly approval: ApprovalSummary;
  readonly group: NonNullable<ApprovalSummary['group']>;
  readonly isCurrent: boolean;
}): ReactNode {
  const { approval, group } = props;
  const t = useLazyTexts();
  const { language } = usePreferences();
  const describe = useDescribeEffect();
  const now = useNow();
  return (
    <div
      className={classNames(
        'relative flex h-(--row) border-b border-l-[3px] border-b-line',
        props.isCurrent ? 'border-l-accent bg-tint' : 'border-l-transparent hover:bg-sunken',
      )}
    >
      <Link
        to="/inbox/groups/$groupKey"
        params={{ groupKey: group.key }}
        search={(before) => before}
        aria-current={props.isCurrent ? 'true' : undefined}
        className="flex min-w-0 flex-1 items-center gap-2.5 pr-3 pl-8 -outline-offset-2"
      >
        <span className="flex self-start pt-2.5">
          <RiskSquare level={approval.risk_level} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate font-semibold">
              {t('group.row', { count: group.count, tool: approval.tool_id })}
            </span>
            <span className="numeric shrink-0 text-small whitespace-nowrap text-soft">
              {formatAgo(approval.created_at, language, now)}
            </span>
          </span>
          <span className="flex items-center text-small text-soft compact:hidden">
            <span className="min-w-0 flex-1 truncate">
              <RevealedText text={`${describe(approval)} … · ${approval.agent_name}`} />
            </span>
            <Icon name="chevron" className="size-3.5" />
          </span>
        </span>
      </Link>
    </div>
  );
}
