import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

/** A small button with an icon. Its label is available as a tooltip and to screen readers. */
export function IconButton({
  icon,
  label,
  className,
  ...rest
}: ComponentProps<'button'> & { readonly icon: IconName; readonly label: string }): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-soft hover:bg-sunken hover:text-ink aria-pressed:bg-tint aria-pressed:text-ink disabled:opacity-55',
        className,
      )}
    >
      <Icon name={icon} className="size-4" />
    </button>
  );
}
