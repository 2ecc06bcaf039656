import { QUEUE_OWNER, type RunRecord, type StateStore } from '@sekisho/engine';
import { findResumableRuns } from '@sekisho/engine/integration';
import type { Check, Finding } from './finding.ts';

/** A run that waits longer indicates a problem with the workers. */
const LONG_MS = 60_000;
const MAX_COUNT = 500;

/** The number of runs that wait for workers. Counts stop at 500. */
export interface QueueDepth {
  /** Runs that no worker has claimed yet. */
  readonly waiting: number;
  readonly oldest_wait_ms: number;
  /** Orphaned runs, whose worker died. */
  readonly abandoned: number;
}

/** Measures the queue of the workers. */
export async function measureQueue(store: StateStore, now: number): Promise<QueueDepth> {
  const runs = await store.listAbandonedRuns(MAX_COUNT);
  const waits = runs.filter(isQueued).map(({ updated_at: since }) => now - Date.parse(since));
  return {
    waiting: waits.length,
    oldest_wait_ms: Math.max(0, ...waits),
    abandoned: runs.length - waits.length,
  };
}

/** Checks for runs that could be resumed, but that no process executes. */
export function queueChecks(store: StateStore, clock: () => number): Record<string, Check> {
  return {
    'runs.abandoned': async () => {
      const { abandoned } = await measureQueue(store, clock());
      return abandoned === 0 ? [] : [abandonedFinding(abandoned)];
    },
    'runs.queued': async () => {
      const { waiting, oldest_wait_ms: oldest } = await measureQueue(store, clock());
      return oldest < LONG_MS ? [] : [queuedFinding(waiting, oldest)];
    },
    'runs.stuck': async () => {
      const { found } = await findResumableRuns(store, { answeredBefore: clock() - LONG_MS });
      return found.length === 0 ? [] : [stuckFinding(found.map(({ run_id: id }) => id))];
    },
  };
}

const isQueued = ({ owner }: RunRecord) => owner === QUEUE_OWNER;

function abandonedFinding(count: number): Finding {
  return {
    id: 'runs.abandoned',
    level: 'warning',
    found: {
      en: `${count} runs are orphaned because their process died.`,
      ja: `停止したプロセスの実行が ${count} 件残っています。`,
    },
    how: 'runs whose lease has expired',
    remedy: {
      en: 'Call recoverRuns() or start a worker in a process that has registered their agents.',
      ja: '該当 Agent を登録したプロセスで recoverRuns() を呼び出すか、ワーカーを起動してください。',
    },
  };
}

function queuedFinding(count: number, oldest: number): Finding {
  const seconds = Math.round(oldest / 1000);
  return {
    id: 'runs.queued',
    level: 'warning',
    found: {
      en: `${count} runs wait for a worker, the oldest for ${seconds} seconds.`,
      ja: `ワーカー待ちの実行が ${count} 件あります（最長 ${seconds} 秒）。`,
    },
    how: 'runs in the queue',
    remedy: {
      en: 'Start more workers, and register the agents in at least one of them: sekisho worker <module>.',
      ja: 'ワーカーを増やし、該当 Agent を登録してください: sekisho worker <module>',
    },
  };
}

function stuckFinding(runs: readonly string[]): Finding {
  return {
    id: 'runs.stuck',
    level: 'warning',
    found: {
      en: `${runs.length} runs were decided but not resumed, for example ${runs[0] ?? ''}.`,
      ja: `回答済みで再開されていない実行が ${runs.length} 件あります（例: ${runs[0] ?? ''}）。`,
    },
    how: 'decided approvals of suspended runs',
    remedy: {
      en: 'A worker resumes them automatically. Without a worker, get a new token with reissueToken() and resume with it.',
      ja: 'ワーカーが自動で再開します。ワーカーがない場合は reissueToken() で新しいトークンを発行し、再開してください。',
    },
  };
}
