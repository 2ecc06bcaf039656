import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Keycap } from './keycap.tsx';

/** The style of a button: one `primary` in each view, `danger` for a rejection, `quiet` beside text. */
type ButtonTone = 'primary' | 'danger' | 'plain' | 'quiet';

/** A button. While `busy` it ignores clicks and reports the state to assistive technology. */
export function Button({
  tone = 'plain',
  small = false,
  busy = false,
  shortcut,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & {
  readonly tone?: ButtonTone;
  readonly small?: boolean;
  readonly busy?: boolean;
  readonly shortcut?: string | undefined;
}): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true || busy}
      aria-busy={busy || undefined}
      aria-keyshortcuts={shortcut}
      className={classNames(
        'inline-flex items-center justify-center gap-2 rounded-md border whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-55',
        small ? 'min-h-8 px-2.5 text-small max-md:min-h-11' : 'min-h-10 px-3.5 max-md:min-h-11',
        TONES[tone],
        className,
      )}
    >
      {children}
      {shortcut !== undefined && (
        <span className="hidden lg:inline" aria-hidden="true">
          <Keycap name={shortcut} />
        </span>
      )}
    </button>
  );
}

const TONES: Readonly<Record<ButtonTone, string>> = {
  primary: 'border-transparent font-semibold bg-accent text-on-accent hover:brightness-110',
  danger: 'border-bad bg-card text-bad hover:bg-bad-tint',
  plain: 'border-edge bg-card text-ink hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-soft hover:bg-sunken hover:text-ink',
};
