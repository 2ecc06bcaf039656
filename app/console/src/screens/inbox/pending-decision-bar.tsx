import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import type { PendingDecision } from './decision-delay.ts';
import type { Decision } from './use-decisions.ts';
import { useInboxWords } from './use-inbox-words.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/** Shows the decision that is about to be sent, the true number of seconds until then, and how to take it back. */
export function PendingDecisionBar(props: {
  readonly held: PendingDecision<Decision>;
  readonly onUndo: () => void;
  readonly onSendNow: () => void;
}): ReactNode {
  const say = useInboxWords();
  const seconds = useSecondsUntil(props.held.sendsAt);
  return (
    <div
      role="group"
      aria-label={props.held.decision.title}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-info-tint px-4 py-3 text-info"
    >
      <p className="min-w-0" role="status">
        <span className="font-semibold">{props.held.decision.title}</span>
      </p>
      <span data-hold className="numeric text-[13px]">
        {say('held.in', { count: seconds })}
      </span>
      <div className="ml-auto flex gap-2">
        <Button small shortcut="z" onClick={props.onUndo}>
          {say('held.undo')}
        </Button>
        <Button small tone="primary" onClick={props.onSendNow}>
          {say('held.now')}
        </Button>
      </div>
    </div>
  );
}
