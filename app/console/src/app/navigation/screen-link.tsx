import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/controls/icon.tsx';
import { useShellTexts } from '../../i18n/use-texts.ts';
import type { ScreenId } from './navigation-items.ts';

/** A link to a screen, in the side menu or in the bar of a phone. */
export function ScreenLink(props: {
  readonly screen: ScreenId;
  readonly waiting?: number | undefined;
  readonly shape: 'side' | 'bar';
  readonly onClick?: () => void;
}): ReactNode {
  const t = useShellTexts();
  const waiting = props.waiting ?? 0;
  return (
    <Link
      to={`/${props.screen}`}
      {...(props.onClick ? { onClick: props.onClick } : {})}
      className={props.shape === 'side' ? SIDE : BAR}
      activeProps={{ className: 'bg-tint text-accent! font-semibold' }}
    >
      <Icon name={props.screen} />
      <span>{t(`nav.${props.screen}`)}</span>
      {waiting > 0 && (
        <span
          className={
            props.shape === 'side'
              ? 'numeric ml-auto rounded-full bg-accent px-2 text-[12px] leading-5 font-semibold text-on-accent'
              : 'numeric absolute top-1 left-1/2 ml-1.5 rounded-full bg-accent px-1.5 text-[11px] leading-4 font-semibold text-on-accent'
          }
        >
          <span className="sr-only">{t('nav.waiting', { count: waiting })}</span>
          <span aria-hidden="true">{waiting > 999 ? '999+' : waiting}</span>
        </span>
      )}
    </Link>
  );
}

const SIDE =
  'flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-[14px] font-medium text-soft hover:bg-sunken hover:text-ink';
const BAR =
  'relative flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-[11px] font-medium text-soft';
