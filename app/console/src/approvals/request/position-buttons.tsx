import type { ReactNode } from 'react';
import { Icon } from '../../ui/controls/icon.tsx';
import { useInboxTexts } from '../use-inbox-texts.ts';

/** The position of the open request in the list. */
export interface Position {
  readonly index: number;
  readonly count: number;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** Displays the position of the request and opens its neighbors. */
export function PositionButtons(props: Position): ReactNode {
  const t = useInboxTexts();
  return (
    <span className="flex items-center">
      <span className="numeric mr-1">{t('position', { index: props.index + 1, count: props.count })}</span>
      {(
        [
          ['keys.previous', 'back', props.onPrevious],
          ['keys.next', 'chevron', props.onNext],
        ] as const
      ).map(([label, icon, onClick]) => (
        <button
          key={label}
          type="button"
          aria-label={t(label)}
          disabled={onClick === undefined}
          onClick={onClick}
          className="flex size-7 items-center justify-center rounded hover:bg-sunken disabled:opacity-40 max-md:size-11"
        >
          <Icon name={icon} className="size-4" />
        </button>
      ))}
    </span>
  );
}
