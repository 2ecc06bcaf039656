import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../../components/badge.tsx';
import type { RunSummary } from './run.ts';
import { useRunsWords } from './use-runs-words.ts';

/** Where a run stands, in a word and a colour. */
export function StatusBadge(props: { readonly status: RunSummary['status'] }): ReactNode {
  const say = useRunsWords();
  return <Badge tone={TONES[props.status]}>{say(`status.${props.status}`)}</Badge>;
}

const TONES: Readonly<Record<RunSummary['status'], BadgeTone>> = {
  running: 'info',
  suspended: 'warn',
  done: 'good',
  failed: 'bad',
  denied: 'bad',
  expired: 'neutral',
};
