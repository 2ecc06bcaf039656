import type { ReactNode } from 'react';
import { classNames } from '../controls/class-names.ts';

/** The color of a badge. Its text contains the meaning, so the color is not needed to understand it. */
export type BadgeTone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'violet';

/** A short text with a background. */
export function Badge(props: {
  readonly tone?: BadgeTone;
  readonly title?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span
      title={props.title}
      className={classNames(
        'inline-flex items-center gap-1 rounded px-1.5 text-small',
        TONES[props.tone ?? 'neutral'],
      )}
    >
      {props.children}
    </span>
  );
}

const TONES: Readonly<Record<BadgeTone, string>> = {
  neutral: 'bg-sunken text-soft',
  good: 'bg-good-tint text-good',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
  info: 'bg-info-tint text-info',
  violet: 'bg-sunken text-violet',
};
