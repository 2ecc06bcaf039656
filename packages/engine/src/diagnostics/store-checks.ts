import type { AuthorityFinding } from '../approval/authority/authority-finding.ts';
import type { AuthorityVerification } from '../approval/authority/verify-authority.ts';
import type { LogVerification } from '../audit/verify-execution-log.ts';
import { findResumableRuns } from '../store/find-resumable-runs.ts';
import { QUEUE_OWNER } from '../store/run-record.ts';
import type { StateStore } from '../store/state-store.ts';
import { type Check, type Finding, ok, problem } from './doctor.ts';

interface StoreToCheck {
  readonly store: StateStore;
  readonly clock: () => number;
  readonly spooled: () => number;
  readonly verifyLog: () => Promise<VerifiedLog>;
  /** Returns where the high-water mark of the log is stored, and how the log contradicts it. */
  readonly mark: () => Promise<{
    readonly path: string | undefined;
    readonly rollback: { readonly why: string; readonly why_ja: string } | undefined;
  }>;
}

type VerifiedLog = LogVerification & { readonly authority?: AuthorityVerification };

/** Checks whether the store accepts writes, the log is intact, and nothing waits too long. */
export function storeChecks({ store, clock, spooled, verifyLog, mark }: StoreToCheck): Record<string, Check> {
  return {
    'store.writes': async () => {
      await store.commit([{ kind: 'owner.beat', owner: 'doctor', application: '', lease_ms: 0 }]);
      const texts = { en: 'The store accepts writes.', ja: 'ストアへの書き込みは正常です。' };
      return ok('store.writes', 'one commit', texts);
    },
    'audit.chain': async () => {
      const verified = await verifyLog();
      return [chainFinding(verified), ...authorityFindings(verified)];
    },
    'audit.mark': async () => (store.durable ? markFinding(await mark()) : undefined),
    'audit.spool': () => {
      const records = spooled();
      if (records === 0) return undefined;
      return problem('warning', 'audit.spool', 'the ledger of this process', {
        en: `${records} audit records wait in memory because the store did not accept them.`,
        ja: `監査ログ ${records} 件が保存できず、メモリに退避されています。`,
        remedy: 'Repair the store. The records are written with the next commit.',
        remedy_ja: 'ストアを復旧してください。次の書き込みで保存されます。',
      });
    },
    'approvals.overdue': async () => {
      const { rows } = await store.listApprovals({ status: 'pending', limit: 500 });
      const count = rows.filter(({ expires_at: until }) => Date.parse(until) <= clock()).length;
      if (count === 0) return undefined;
      const how = 'pending approvals compared with the clock';
      return problem('warning', 'approvals.overdue', how, {
        en: `${count} approval requests are past their expiry.`,
        ja: `期限切れの承認依頼が ${count} 件あります。`,
        remedy: 'Call expireApprovals() periodically.',
        remedy_ja: '定期的に expireApprovals() を呼び出してください。',
      });
    },
  };
}

function markFinding({ path, rollback }: Awaited<ReturnType<StoreToCheck['mark']>>): Finding {
  const how = 'the high-water mark of this machine, stored outside of the store';
  if (rollback)
    return problem('error', 'audit.mark', how, {
      en: rollback.why,
      ja: rollback.why_ja,
      remedy:
        'Investigate the cause. After an intended restore, call acceptRestore({ by, reason }) or run sekisho accept-restore.',
      remedy_ja:
        '原因を調査してください。意図した復元の場合は acceptRestore({ by, reason }) または sekisho accept-restore を実行してください。',
    });
  if (path !== undefined) {
    const en = `The log continues from the mark in ${path}.`;
    return ok('audit.mark', how, { en, ja: `ログは ${path} のマークと一致しています。` });
  }
  return problem('warning', 'audit.mark', how, {
    en: 'This machine stores no high-water mark, so a restored copy of the store would not be detected.',
    ja: '最高水位マークの保存先がないため、ストアが復元されても検出できません。',
    remedy: 'Set markDirectory or SEKISHO_MARK_DIR to a folder outside of the store and its backups.',
    remedy_ja:
      'markDirectory または SEKISHO_MARK_DIR に、ストアとバックアップの対象外のフォルダーを設定してください。',
  });
}

function chainFinding({ ok: isSound, authority, records, first_bad: bad }: VerifiedLog): Finding {
  const how = 'verifyExecutionLog()';
  // Rows are compared only with a verified log.
  if (isSound || authority) {
    const en = `All ${records} audit records are verified.`;
    return ok('audit.chain', how, { en, ja: `監査ログ ${records} 件は正常です。` });
  }
  return problem('error', 'audit.chain', how, {
    en: bad?.why ?? 'The audit log is not valid.',
    ja: `監査ログが壊れています（記録 ${bad?.seq ?? '?'}）。`,
    remedy:
      'Copy the store, compare it with a backup and with checkpoints stored elsewhere, and find out who could write to it.',
    remedy_ja:
      'ストアの複製を保全し、バックアップや外部のチェックポイントと照合して、書き込み可能な者を調べてください。',
  });
}

/**
 * Returns findings for rows that carry authority and do not match the log. They are compared only with a verified log.
 */
function authorityFindings({ authority }: VerifiedLog): Finding[] {
  if (!authority) return [];
  const how = 'verifyExecutionLog()';
  const { runs, findings } = authority;
  if (findings.length === 0) {
    const en = `The approvals, tokens, grants and calls of ${runs} runs match the audit log.`;
    const ja = `${runs} 件の実行の承認・トークン・継続許可・呼び出しは監査ログと一致しています。`;
    return [ok('audit.authority', how, { en, ja })];
  }
  return findings.map(({ kind, run_id, id, why }) =>
    problem('error', 'audit.authority', how, {
      en: `The ${kind} "${id}" of run ${run_id} ${why}.`,
      ja: `実行 ${run_id} の${KIND_JA[kind]}「${id}」が監査ログと一致しません。`,
      remedy:
        'Find out who can write to the store. This row permits nothing. Restore it from a backup, or start a new run.',
      remedy_ja:
        'ストアに書き込める者を調べてください。この行によって何かが実行されることはありません。バックアップから復元するか、新しい実行を開始してください。',
    }),
  );
}

const KIND_JA: Readonly<Record<AuthorityFinding['kind'], string>> = {
  approval: '承認依頼',
  token: '再開トークン',
  grant: '継続許可',
  effect: '呼び出し',
  run: '実行記録',
};

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
  const queued = runs.filter(({ owner }) => owner === QUEUE_OWNER);
  const waits = queued.map(({ updated_at: since }) => now - Date.parse(since));
  const waiting = waits.length;
  return { waiting, oldest_wait_ms: Math.max(0, ...waits), abandoned: runs.length - waiting };
}

/** Checks for runs that could be resumed, but that no process executes. */
export function queueChecks(store: StateStore, clock: () => number): Record<string, Check> {
  return {
    'runs.abandoned': async () => {
      const { abandoned } = await measureQueue(store, clock());
      if (abandoned === 0) return undefined;
      return problem('warning', 'runs.abandoned', 'runs whose lease has expired', {
        en: `${abandoned} runs are orphaned because their process died.`,
        ja: `停止したプロセスの実行が ${abandoned} 件残っています。`,
        remedy: 'Call recoverRuns() or start a worker in a process that has registered their agents.',
        remedy_ja: '該当 Agent を登録したプロセスで recoverRuns() を呼び出すか、ワーカーを起動してください。',
      });
    },
    'runs.queued': async () => {
      const { waiting, oldest_wait_ms: oldest } = await measureQueue(store, clock());
      if (oldest < LONG_MS) return undefined;
      const seconds = Math.round(oldest / 1000);
      return problem('warning', 'runs.queued', 'runs in the queue', {
        en: `${waiting} runs wait for a worker, the oldest for ${seconds} seconds.`,
        ja: `ワーカー待ちの実行が ${waiting} 件あります（最長 ${seconds} 秒）。`,
        remedy:
          'Start more workers, and register the agents in at least one of them: sekisho worker <module>.',
        remedy_ja: 'ワーカーを増やし、該当 Agent を登録してください: sekisho worker <module>',
      });
    },
    'runs.stuck': async () => {
      const { found } = await findResumableRuns(store, { answeredBefore: clock() - LONG_MS });
      const [first] = found;
      if (!first) return undefined;
      return problem('warning', 'runs.stuck', 'decided approvals of suspended runs', {
        en: `${found.length} runs were decided but not resumed, for example ${first.run_id}.`,
        ja: `回答済みで再開されていない実行が ${found.length} 件あります（例: ${first.run_id}）。`,
        remedy:
          'A worker resumes them automatically. Without a worker, get a new token with reissueToken() and resume with it.',
        remedy_ja:
          'ワーカーが自動で再開します。ワーカーがない場合は reissueToken() で新しいトークンを発行し、再開してください。',
      });
    },
  };
}
