import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../../components/badge.tsx';
import type { RunSummary } from './run.ts';
import { useRunsWords } from './use-runs-words.ts';

/** Displays the status of a run as text and color. */
export function StatusBadge(props: {
  readonly run: Pick<RunSummary, 'status' | 'waits_for' | 'application' | 'is_application_running'>;
}): ReactNode {
  const say = useRunsWords();
  const { status, waits_for: waitsFor, application, is_application_running: isRunning } = props.run;
  if (waitsFor === 'program') {
    const offline = isRunning ? undefined : say('status.offline', { application });
    return (
      <span title={offline}>
        <Badge tone={isRunning ? 'info' : 'warn'}>{say('status.program')}</Badge>
        {offline !== undefined && <span className="sr-only">{offline}</span>}
      </span>
    );
  }
  return <Badge tone={TONES[status]}>{say(`status.${status}`)}</Badge>;
}

const TONES: Readonly<Record<RunSummary['status'], BadgeTone>> = {
  running: 'info',
  suspended: 'warn',
  done: 'good',
  failed: 'bad',
  denied: 'bad',
  expired: 'neutral',
};
