import type { ReactNode } from 'react';
import { classNames } from '../ui/controls/class-names.ts';
import { Icon } from '../ui/controls/icon.tsx';
import { formatDuration } from '../ui/format/format-duration.ts';
import { formatExactly } from '../ui/format/format-time.ts';
import { useNow } from '../ui/format/use-now.ts';
import { useShellTexts } from '../i18n/use-texts.ts';
import { usePreferences } from '../preferences/use-preferences.ts';

/** Displays the remaining time of a request. It turns red in the last minutes. */
export function Countdown(props: { readonly until: string }): ReactNode {
  const t = useShellTexts();
  const { language } = usePreferences();
  const left = Date.parse(props.until) - useNow();
  const isShort = left < SHORT_MS;
  return (
    <span
      title={formatExactly(props.until, language)}
      className={classNames(
        'numeric inline-flex items-center gap-1 whitespace-nowrap',
        isShort ? 'font-semibold text-bad' : 'text-soft',
      )}
    >
      <Icon name="clock" className="size-3.5" />
      {left <= 0 ? t('time.expired') : t('time.left', { time: formatDuration(roundDown(left), language) })}
    </span>
  );
}

// The last ten seconds are rounded to whole seconds, so that tenths do not flicker.
const roundDown = (milliseconds: number) =>
  milliseconds < 10_000 ? Math.ceil(milliseconds / 1000) * 1000 : milliseconds;

const SHORT_MS = 5 * 60_000;
