import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../controls/class-names.ts';
import { Icon } from '../controls/icon.tsx';
import { useResults } from './results.ts';

/**
 * Displays the result of the last action in a place that is always reserved, so that it moves and covers nothing. The
 * result stays until the next action, until it is dismissed, or until the screen is left.
 */
export function ResultPlace(): ReactNode {
  const t = useShellTexts();
  const { shown: latest, clear } = useResults();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shown = latest?.path === path ? latest : undefined;
  return (
    <div
      role="status"
      aria-live="polite"
      className={classNames(
        'flex min-h-9 min-w-0 flex-1 items-center gap-1.5 text-small',
        shown?.tone === 'bad' ? 'text-bad' : 'text-good',
      )}
    >
      {shown && (
        <>
          <Icon name={shown.tone === 'good' ? 'check' : 'alert'} className="size-4" />
          <span className="min-w-0">{shown.text}</span>
          <button
            type="button"
            aria-label={t('result.dismiss')}
            className="rounded p-1 text-soft hover:bg-sunken"
            onClick={clear}
          >
            <Icon name="close" className="size-4" />
          </button>
        </>
      )}
    </div>
  );
}
