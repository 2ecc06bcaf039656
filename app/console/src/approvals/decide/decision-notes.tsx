import type { ReactNode } from 'react';
import { Icon } from '../../ui/controls/icon.tsx';
import { useShellTexts } from '../../i18n/use-texts.ts';
import type { DecisionNote } from './use-decisions.ts';

/** Displays the results of a decision about several requests. They stay until they are dismissed and cover nothing. */
export function DecisionNotes(props: {
  readonly notes: readonly DecisionNote[];
  readonly onDismiss: () => void;
}): ReactNode {
  const t = useShellTexts();
  return (
    <div role="status" aria-live="polite">
      {props.notes.length > 0 && (
        <div className="flex items-start gap-3 border-t border-line px-4 py-2 md:px-6">
          <div className="min-w-0 flex-1">
            {props.notes.map((note) => (
              <p key={note.text} className={note.tone === 'bad' ? 'text-bad' : 'text-good'}>
                {note.text}
              </p>
            ))}
          </div>
          <button
            type="button"
            aria-label={t('toast.dismiss')}
            className="rounded p-1 text-soft"
            onClick={props.onDismiss}
          >
            <Icon name="close" className="size-4" />
          </button>
        </div>
      )}
    </div>
  );
}
