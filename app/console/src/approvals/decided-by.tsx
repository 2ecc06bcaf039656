import type { ReactNode } from 'react';
import { Badge } from '../ui/display/badge.tsx';
import { formatMoment } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { useSession } from '../access/use-session.ts';
import type { ApprovalSummary } from './approval.ts';
import { STATUS_TONES, statusNow } from './approval-status.ts';
import { useInboxTexts } from './use-inbox-texts.ts';
import { describeDecider } from './describe-decider.ts';

/** Displays the outcome of a request, who decided it and when. */
export function DecidedBy(props: {
  readonly approval: ApprovalSummary;
  readonly short?: boolean;
}): ReactNode {
  const t = useInboxTexts();
  const { language } = usePreferences();
  const { user } = useSession();
  const now = useNow();
  const status = statusNow(props.approval, now);
  const who = describeDecider(props.approval.decided_by, user.id, t);
  const text =
    status === 'approved' || status === 'denied'
      ? t(`decided.${status}`, { who })
      : props.short === true
        ? t(`status.${status}`)
        : t(status === 'cancelled' ? 'decided.cancelled' : 'decided.expired');
  const { decided_at: at } = props.approval;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={STATUS_TONES[status]}>{text}</Badge>
      {props.short !== true && at !== null && (
        <span className="text-small text-soft">{formatMoment(at, language, now)}</span>
      )}
    </span>
  );
}
