import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import type { PendingDecision } from './decision-delay.ts';
import type { Decision } from './use-decisions.ts';
import { useInboxTexts } from '../use-inbox-texts.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/** Displays the pending decision, the exact number of seconds until it is sent, and the undo button. */
export function PendingDecisionBar(props: {
  readonly pending: PendingDecision<Decision>;
  readonly onUndo: () => void;
  readonly onSendNow: () => void;
}): ReactNode {
  const t = useInboxTexts();
  const seconds = useSecondsUntil(props.pending.sendsAt);
  return (
    <div
      role="group"
      aria-label={props.pending.decision.title}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-info-tint px-4 py-3 text-info"
    >
      <p className="min-w-0" role="status">
        <span className="font-semibold">{props.pending.decision.title}</span>
      </p>
      <span data-countdown className="numeric text-[13px]">
        {t('held.in', { count: seconds })}
      </span>
      <div className="ml-auto flex gap-2">
        <Button small shortcut="z" onClick={props.onUndo}>
          {t('held.undo')}
        </Button>
        <Button small tone="primary" onClick={props.onSendNow}>
          {t('held.now')}
        </Button>
      </div>
    </div>
  );
}
