import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../../ui/controls/class-names.ts';
import { Icon } from '../../ui/controls/icon.tsx';
import { SCREENS, type ScreenId } from './navigation-items.ts';
import { useScreen } from './use-screen.ts';

/** A link to a screen: in the side menu, in the side menu of a narrow screen without a text, or in the bar of a phone. */
export function ScreenLink(props: {
  readonly screen: ScreenId;
  readonly waiting?: number | undefined;
  readonly shape: 'side' | 'icon' | 'bar';
  /** Additional information after the name. */
  readonly mark?: ReactNode;
  readonly onClick?: () => void;
}): ReactNode {
  const t = useShellTexts();
  const { shape, screen } = props;
  const waiting = props.waiting ?? 0;
  const isCurrent = useScreen() === screen;
  const count = waiting > 999 ? '999+' : waiting;
  return (
    <Link
      to={SCREENS[screen].path}
      {...(props.onClick ? { onClick: props.onClick } : {})}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(SHAPES[shape], isCurrent ? 'bg-tint font-semibold text-accent' : 'text-ink')}
    >
      <Icon name={screen} className={isCurrent ? 'text-accent' : 'text-soft'} />
      <span className={shape === 'icon' ? 'sr-only' : 'truncate'}>{t(`nav.${screen}`)}</span>
      {props.mark}
      {waiting > 0 && (
        <span
          className={
            shape === 'side'
              ? 'numeric ml-auto'
              : 'numeric absolute top-0.5 left-1/2 ml-1 rounded-full bg-accent px-1 text-[11px] leading-4 font-semibold text-on-accent'
          }
        >
          <span className="sr-only">{t('nav.waiting', { count: waiting })}</span>
          <span aria-hidden="true">{count}</span>
        </span>
      )}
    </Link>
  );
}

const SHAPES = {
  side: 'flex min-h-8 items-center gap-2.5 rounded-md px-2 hover:bg-sunken max-md:min-h-11 md:[@media(max-height:800px)]:min-h-7',
  icon: 'relative flex size-10 items-center justify-center rounded-md hover:bg-sunken',
  bar: 'relative flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-[11px]',
} as const;
