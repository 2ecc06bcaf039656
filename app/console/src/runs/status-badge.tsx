import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../ui/display/badge.tsx';
import type { RunSummary } from './run.ts';
import { useRunsTexts } from './use-runs-texts.ts';

/** Displays the state of a run as text and color. */
export function StatusBadge(props: { readonly run: Pick<RunSummary, 'state' | 'application'> }): ReactNode {
  const t = useRunsTexts();
  const { state, application } = props.run;
  const isOffline = state === 'decided' || state === 'interrupted';
  return (
    <Badge
      tone={TONES[state]}
      {...(isOffline && application !== '' ? { title: t('state.offline', { application }) } : {})}
    >
      {t(`state.${state}`)}
    </Badge>
  );
}

const TONES: Readonly<Record<RunSummary['state'], BadgeTone>> = {
  running: 'info',
  waiting: 'warn',
  decided: 'warn',
  continuing: 'info',
  interrupted: 'warn',
  done: 'good',
  stopped: 'bad',
  failed: 'bad',
  expired: 'neutral',
};
