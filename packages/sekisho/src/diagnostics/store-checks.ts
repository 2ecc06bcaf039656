import type { AuthorityFinding, AuthorityVerification, LogVerification, StateStore } from '@sekisho/engine';
import type { Check, Finding } from './finding.ts';

/** The inputs of the store checks. */
export interface StoreToCheck {
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
      return [
        ok('store.writes', 'The store accepts writes.', 'ストアへの書き込みは正常です。', 'one commit'),
      ];
    },
    'audit.chain': async () => {
      const verified = await verifyLog();
      return [chainFinding(verified), ...authorityFindings(verified)];
    },
    'audit.mark': async () => (store.durable ? [markFinding(await mark())] : []),
    'audit.spool': () => (spooled() === 0 ? [] : [spoolFinding(spooled())]),
    'approvals.overdue': async () => {
      const { rows } = await store.listApprovals({ status: 'pending', limit: 500 });
      const overdue = rows.filter(({ expires_at: until }) => Date.parse(until) <= clock()).length;
      return overdue === 0 ? [] : [overdueFinding(overdue)];
    },
  };
}

function ok(id: string, en: string, ja: string, how: string): Finding {
  return { id, level: 'ok', found: { en, ja }, how };
}

function markFinding({ path, rollback }: Awaited<ReturnType<StoreToCheck['mark']>>): Finding {
  const how = 'the high-water mark of this machine, stored outside of the store';
  if (rollback)
    return {
      id: 'audit.mark',
      level: 'error',
      found: { en: rollback.why, ja: rollback.why_ja },
      how,
      remedy: {
        en: 'Investigate the cause. After an intended restore, call acceptRestore({ by, reason }) or run sekisho accept-restore.',
        ja: '原因を調査してください。意図した復元の場合は acceptRestore({ by, reason }) または sekisho accept-restore を実行してください。',
      },
    };
  if (path !== undefined)
    return ok(
      'audit.mark',
      `The log continues from the mark in ${path}.`,
      `ログは ${path} のマークと一致しています。`,
      how,
    );
  return {
    id: 'audit.mark',
    level: 'warning',
    found: {
      en: 'This machine stores no high-water mark, so a restored copy of the store would not be detected.',
      ja: '高水位マークの保存先がないため、ストアが復元されても検出できません。',
    },
    how,
    remedy: {
      en: 'Set markDirectory or SEKISHO_MARK_DIR to a folder outside of the store and its backups.',
      ja: 'markDirectory または SEKISHO_MARK_DIR に、ストアとバックアップの対象外のフォルダーを設定してください。',
    },
  };
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
    return [
      ok(
        'audit.authority',
        en,
        `${runs} 件の実行の承認・トークン・継続許可・呼び出しは監査ログと一致しています。`,
        how,
      ),
    ];
  }
  return findings.map(({ kind, run_id, id, why }) => ({
    id: 'audit.authority',
    level: 'error',
    found: {
      en: `The ${kind} "${id}" of run ${run_id} ${why}.`,
      ja: `実行 ${run_id} の${KIND_JA[kind]}「${id}」が監査ログと一致しません。`,
    },
    how,
    remedy: {
      en: 'Find out who can write to the store. This row permits nothing. Restore it from a backup, or start a new run.',
      ja: 'ストアに書き込める者を調べてください。この行によって何かが実行されることはありません。バックアップから復元するか、新しい実行を開始してください。',
    },
  }));
}

const KIND_JA: Readonly<Record<AuthorityFinding['kind'], string>> = {
  approval: '承認要求',
  token: '再開トークン',
  grant: '継続許可',
  effect: '呼び出し',
  run: '実行記録',
};

function chainFinding({ ok: isSound, authority, records, first_bad: bad }: VerifiedLog): Finding {
  const how = 'verifyExecutionLog()';
  // Rows are compared only with a verified log.
  if (isSound || authority)
    return ok(
      'audit.chain',
      `All ${records} audit records are verified.`,
      `監査ログ ${records} 件は正常です。`,
      how,
    );
  return {
    id: 'audit.chain',
    level: 'error',
    found: {
      en: bad?.why ?? 'The audit log is not valid.',
      ja: `監査ログが壊れています（記録 ${bad?.seq ?? '?'}）。`,
    },
    how,
    remedy: {
      en: 'Copy the store, compare it with a backup and with checkpoints stored elsewhere, and find out who could write to it.',
      ja: 'ストアの複製を保全し、バックアップや外部のチェックポイントと照合して、書き込み可能な者を調べてください。',
    },
  };
}

function spoolFinding(records: number): Finding {
  return {
    id: 'audit.spool',
    level: 'warning',
    found: {
      en: `${records} audit records wait in memory because the store did not accept them.`,
      ja: `監査ログ ${records} 件が保存できず、メモリに退避されています。`,
    },
    how: 'the ledger of this process',
    remedy: {
      en: 'Repair the store. The records are written with the next commit.',
      ja: 'ストアを復旧してください。次の書き込みで保存されます。',
    },
  };
}

function overdueFinding(count: number): Finding {
  return {
    id: 'approvals.overdue',
    level: 'warning',
    found: {
      en: `${count} approval requests are past their expiry.`,
      ja: `期限切れの承認要求が ${count} 件あります。`,
    },
    how: 'pending approvals compared with the clock',
    remedy: {
      en: 'Call expireApprovals() periodically.',
      ja: '定期的に expireApprovals() を呼び出してください。',
    },
  };
}
