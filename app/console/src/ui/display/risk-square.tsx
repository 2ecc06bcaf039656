import type { ReactNode } from 'react';
import { useShellTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../controls/class-names.ts';

/** The levels of risk. */
const LEVELS = [1, 2, 3, 4, 5] as const;

/** One level of risk. */
export type RiskLevel = (typeof LEVELS)[number];

/** Returns the level of risk. An unknown level counts as the highest. */
export const readRisk = (level: number): RiskLevel => LEVELS.find((known) => known === level) ?? 5;

/** Displays a risk as a digit in a colored square. The digit is sufficient without the color. */
export function RiskSquare(props: { readonly level: number }): ReactNode {
  const t = useShellTexts();
  const level = readRisk(props.level);
  return (
    <span
      className={classNames(
        'numeric inline-flex size-5 shrink-0 items-center justify-center rounded text-small font-semibold',
        TONES[level],
      )}
    >
      <span className="sr-only">{t('risk.label', { level, word: t(`risk.${level}`) })}</span>
      <span aria-hidden="true">{level}</span>
    </span>
  );
}

const TONES: Readonly<Record<RiskLevel, string>> = {
  1: 'bg-sunken text-soft',
  2: 'bg-info-tint text-info',
  3: 'bg-warn-tint text-warn',
  4: 'bg-bad-tint text-bad',
  5: 'bg-risk5 text-on-risk5',
};
