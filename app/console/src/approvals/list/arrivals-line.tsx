import type { ReactNode } from 'react';
import { Keycap } from '../../ui/controls/keycap.tsx';
import { useInboxTexts } from '../use-inbox-texts.ts';

/**
 * Displays how many requests the list contains and how many arrived since it was loaded. Its height is constant, so
 * that an arrival moves no row.
 */
export function ArrivalsLine(props: {
  readonly shown: number;
  readonly loaded: number;
  /** The number of requests on the server; null when it is not known. */
  readonly total: number | null;
  readonly hasMore: boolean;
  readonly arrivals: number;
  readonly onShow: () => void;
}): ReactNode {
  const t = useInboxTexts();
  const { shown, loaded, arrivals } = props;
  return (
    <div className="flex h-9 shrink-0 items-center border-b border-line text-small">
      <p role="status" aria-live="polite" className="sr-only">
        {arrivals > 0 && t('arrivals.new', { count: arrivals })}
      </p>
      {arrivals > 0 ? (
        <button
          type="button"
          aria-keyshortcuts="."
          onClick={props.onShow}
          className="flex h-full w-full items-center justify-center gap-1.5 bg-info-tint px-3 text-info hover:underline"
        >
          {t('arrivals.new', { count: arrivals })} · {t('arrivals.show')}
          <Keycap name="." />
        </button>
      ) : (
        <p className="truncate px-3 text-soft">
          {props.total !== null
            ? t('list.count', { count: props.total })
            : shown < loaded
              ? t(props.hasMore ? 'list.foundMore' : 'list.found', { count: shown, loaded })
              : t(props.hasMore ? 'list.countMore' : 'list.count', { count: shown })}
        </p>
      )}
    </div>
  );
}
