import type { ReactNode } from 'react';
import { Icon, type IconName } from '../controls/icon.tsx';

/** The style of a link that is the next step of an empty state. */
export const NEXT_STEP =
  'inline-flex min-h-10 items-center rounded-md border border-edge bg-card px-3.5 hover:bg-sunken max-md:min-h-11';

/** Displays that a list is empty, the reason, and a possible next step. */
export function EmptyState(props: {
  readonly icon?: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}): ReactNode {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      {props.icon && (
        <span className="mb-1 rounded-full bg-sunken p-3 text-soft">
          <Icon name={props.icon} className="size-6" />
        </span>
      )}
      <p className="font-semibold">{props.title}</p>
      {props.children !== undefined && (
        <div className="max-w-md text-balance text-soft">{props.children}</div>
      )}
      {props.action !== undefined && <div className="mt-2">{props.action}</div>}
    </div>
  );
}
