import type { ReactNode } from 'react';
import { classNames } from '../controls/class-names.ts';
import { useRouterState } from '@tanstack/react-router';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { Icon } from '../controls/icon.tsx';
import { useResults } from './results.ts';

/** The layout of a screen: heading, actions and content. */
export function Screen(props: {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  /** Fills the height; the content scrolls by itself. */
  readonly full?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={classNames('flex flex-col', props.full === true ? 'h-full' : 'w-full max-w-6xl')}>
      <header className="sticky top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 bg-page px-4 pt-3 pb-2 md:px-6">
        <h1 className="text-headline leading-10 font-semibold tracking-tight">{props.title}</h1>
        <ResultPlace />
        {props.actions !== undefined && (
          <div className="ml-auto flex flex-wrap items-center gap-2">{props.actions}</div>
        )}
        {props.intro !== undefined && (
          <div className="basis-full">
            <p className="max-w-3xl text-pretty text-soft">{props.intro}</p>
          </div>
        )}
      </header>
      <div className={classNames('px-4 md:px-6', props.full === true ? 'min-h-0 flex-1' : 'pb-10')}>
        {props.children}
      </div>
    </div>
  );
}

/**
 * Displays the result of the last action in a place that is always reserved, so that it moves and covers nothing. The
 * result stays until the next action, until it is dismissed, or until the screen is left.
 */
function ResultPlace(): ReactNode {
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
