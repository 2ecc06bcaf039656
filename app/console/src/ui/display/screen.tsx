import type { ReactNode } from 'react';
import { classNames } from '../controls/class-names.ts';
import { ResultPlace } from './result-place.tsx';

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
