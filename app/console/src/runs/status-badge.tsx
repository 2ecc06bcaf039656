import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../ui/display/badge.tsx';
import type { RunSummary } from './run.ts';
import { useRunsTexts } from './use-runs-texts.ts';

/** Displays the status of a run as text and color. */
export function StatusBadge(props: {
  readonly run: Pick<RunSummary, 'status' | 'waits_for' | 'application' | 'is_application_running'>;
}): ReactNode {
  const t = useRunsTexts();
  const { status, waits_for: waitsFor, application, is_application_running: isRunning } = props.run;
  if (waitsFor === 'program') {
    const offline = isRunning ? undefined : t('status.offline', { application });
    return (
      <span title={offline}>
        <Badge tone={isRunning ? 'info' : 'warn'}>{t('status.program')}</Badge>
        {offline !== undefined && <span className="sr-only">{offline}</span>}
      </span>
    );
  }
  return <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>;
}

const TONES: Readonly<Record<RunSummary['status'], BadgeTone>> = {
  running: 'info',
  suspended: 'warn',
  done: 'good',
  failed: 'bad',
  denied: 'bad',
  expired: 'neutral',
};
