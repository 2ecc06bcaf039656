import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { useInboxTexts } from '../use-inbox-texts.ts';

/**
 * Displays how many requests the list contains and how many arrived since it was loaded. Its height is constant, so
 * that an
 * arrival moves no row.
 */
export function ArrivalsLine(props: {
  readonly shown: number;
  readonly hasMore: boolean;
  readonly arrivals: number;
  /** Whether more requests may have arrived than were counted. */
  readonly isCapped: boolean;
  readonly onShow: () => void;
}): ReactNode {
  const t = useInboxTexts();
  const { shown, arrivals } = props;
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-4 text-[13px]">
      <p role="status" aria-live="polite" className="min-w-0 truncate font-medium text-info">
        {arrivals > 0 && t(props.isCapped ? 'arrivals.many' : 'arrivals.new', { count: arrivals })}
      </p>
      {arrivals > 0 ? (
        <Button small shortcut="." onClick={props.onShow} className="ml-auto">
          {t('arrivals.show')}
        </Button>
      ) : (
        <p className="truncate text-soft">
          {t(props.hasMore ? 'list.countMore' : 'list.count', { count: shown })}
        </p>
      )}
    </div>
  );
}
