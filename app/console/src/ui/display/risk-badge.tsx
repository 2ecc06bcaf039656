import type { ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../controls/class-names.ts';

/**
 * Displays a risk as bars, color and text, so that each of them is sufficient. An unknown level counts as the
 * highest.
 */
export function RiskBadge(props: { readonly level: number; readonly short?: boolean }): ReactNode {
  const t = useShellTexts();
  const level = LEVELS.find((known) => known === props.level) ?? 5;
  const word = t(`risk.${level}`);
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded px-1.5 py-px text-[12px] leading-5 font-semibold whitespace-nowrap',
        TONES[level],
      )}
    >
      <svg aria-hidden="true" viewBox="0 0 18 10" className="h-2.5 w-[18px]">
        {LEVELS.map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 3.75}
            y={10 - bar * 2}
            width="2.75"
            height={bar * 2}
            rx="0.5"
            fill="currentColor"
            opacity={bar <= level ? 1 : 0.22}
          />
        ))}
      </svg>
      {props.short === true ? (
        <>
          <span className="sr-only">{t('risk.label', { level, word })}</span>
          <span aria-hidden="true">
            {level} {word}
          </span>
        </>
      ) : (
        t('risk.label', { level, word })
      )}
    </span>
  );
}

const LEVELS = [1, 2, 3, 4, 5] as const;

const TONES: Readonly<Record<(typeof LEVELS)[number], string>> = {
  1: 'bg-good-tint text-good',
  2: 'bg-info-tint text-info',
  3: 'bg-warn-tint text-warn',
  4: 'bg-bad-tint text-bad',
  5: 'bg-bad text-on-bad',
};
