import type { ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';

/** Gray lines in place of content that is being loaded. */
export function Skeleton(props: { readonly rows?: number }): ReactNode {
  const t = useShellTexts();
  return (
    <div role="status" className="skeleton flex animate-pulse flex-col gap-3 p-4">
      <span className="sr-only">{t('state.loading')}</span>
      {Array.from({ length: props.rows ?? 6 }, (_, row) => (
        <div key={row} className="flex flex-col gap-1.5">
          <div className="h-3.5 w-2/5 rounded bg-sunken" />
          <div className="h-3 w-4/5 rounded bg-sunken" />
        </div>
      ))}
    </div>
  );
}

/** Gray rows of a list that is being loaded, in the height of its rows. */
export function SkeletonRows(): ReactNode {
  const t = useShellTexts();
  return (
    <div role="status" className="skeleton animate-pulse">
      <span className="sr-only">{t('state.loading')}</span>
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} className="flex h-(--row) items-center gap-2.5 border-b border-line px-3">
          <div className="size-5 shrink-0 rounded bg-sunken" />
          <div className="flex flex-1 flex-col gap-2">
            <div className="h-3.5 w-3/5 rounded bg-sunken" />
            <div className="h-3 w-4/5 rounded bg-sunken compact:hidden" />
          </div>
        </div>
      ))}
    </div>
  );
}
