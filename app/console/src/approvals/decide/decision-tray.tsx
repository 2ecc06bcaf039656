import { useEffect, useState, type ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { classNames } from '../../ui/controls/class-names.ts';
import { Icon } from '../../ui/controls/icon.tsx';
import { useInboxTexts } from '../use-inbox-texts.ts';
import type { Decision, DecisionNote, PendingDecision, useDecisions } from './use-decisions.ts';

type Decisions = ReturnType<typeof useDecisions>;

/**
 * The place for the pending decision and for the results of sent ones. Its height is always reserved, so that it moves
 * and covers nothing.
 */
export function DecisionTray(props: {
  readonly decisions: Decisions;
  /** The results of a batch, which are displayed instead of the last result. */
  readonly batchNotes: readonly DecisionNote[];
  readonly onUndo: () => void;
  readonly onDismiss: () => void;
}): ReactNode {
  const shell = useShellTexts();
  const { pending, unsent, latest } = props.decisions;
  const results = props.batchNotes.length > 0 ? props.batchNotes : latest ? [latest] : [];
  const notes = unsent === undefined ? results : [];
  return (
    <div
      className={classNames(
        'flex h-11 shrink-0 items-center gap-2 border-t border-line px-3 text-small',
        pending ? 'bg-info-tint text-info' : unsent && 'bg-bad-tint text-bad',
      )}
    >
      {pending && <Pending key={pending.effectiveAt} {...props} pending={pending} />}
      <div
        role="status"
        aria-live="assertive"
        className={classNames('min-w-0 flex-1', (pending ?? unsent) && 'sr-only')}
      >
        {notes.map((note) => (
          <p
            key={note.text}
            title={note.text}
            className={classNames(
              notes.length > 1 ? 'truncate' : 'line-clamp-2',
              note.tone === 'bad' ? 'text-bad' : 'text-good',
            )}
          >
            {note.text}
          </p>
        ))}
      </div>
      {!pending && unsent && <Unsent decision={unsent} decisions={props.decisions} />}
      {!pending && notes.length > 0 && (
        <button
          type="button"
          aria-label={shell('result.dismiss')}
          className="rounded p-1 text-soft hover:bg-sunken"
          onClick={props.onDismiss}
        >
          <Icon name="close" className="size-4" />
        </button>
      )}
    </div>
  );
}

function Pending(props: {
  readonly pending: PendingDecision;
  readonly decisions: Decisions;
  readonly onUndo: () => void;
}): ReactNode {
  const t = useInboxTexts();
  const seconds = useSecondsUntil(props.pending.effectiveAt);
  const { title } = props.pending.decision;
  return (
    <div role="group" aria-label={title} className="flex min-w-0 flex-1 items-center gap-2">
      <p className="min-w-0 flex-1 truncate" role="status" title={title}>
        {title}
      </p>
      <span data-countdown className="numeric whitespace-nowrap">
        {t('held.in', { count: seconds })}
      </span>
      <Button small shortcut="z" onClick={props.onUndo}>
        {t('held.undo')}
      </Button>
      <Button small tone="quiet" onClick={() => void props.decisions.sendNow()}>
        {t('held.now')}
      </Button>
    </div>
  );
}

function Unsent(props: { readonly decision: Decision; readonly decisions: Decisions }): ReactNode {
  const t = useInboxTexts();
  const { decision, decisions } = props;
  const quoted = decision.comment === undefined ? '' : ` “${decision.comment}”`;
  const text = `${t('held.unsent', { title: decision.title })}${quoted}`;
  return (
    <div role="group" aria-label={text} className="flex min-w-0 flex-1 items-center gap-2">
      <p role="alert" className="line-clamp-2 min-w-0 flex-1" title={text}>
        {text}
      </p>
      <Button small onClick={() => decisions.decide(decision)}>
        {t('held.again')}
      </Button>
      <Button small tone="quiet" onClick={() => decisions.discard(decision)}>
        {t('held.discard')}
      </Button>
    </div>
  );
}

/** Returns the whole seconds until a moment, rounded up. It updates exactly when a second has passed. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, moment - now);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), left % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return Math.ceil(left / 1000);
}
