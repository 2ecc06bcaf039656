import type { ExecutionLog } from '../wire/execution-log.ts';

/** The kinds of contradictions between executions and permissions in the log. */
export type PermissionFault =
  | 'start-without-permission'
  | 'start-without-decision'
  | 'start-not-allowed'
  | 'start-after-end'
  | 'approval-without-request'
  | 'approval-not-displayed'
  | 'approval-not-given'
  | 'approval-used-twice'
  | 'approval-decided-twice'
  | 'grant-not-given'
  | 'grant-over'
  | 'grant-used-too-often'
  | 'replay-without-start';

/** An execution or permission in the log that contradicts other records, described in both languages. */
export interface PermissionFinding {
  readonly seq: number;
  readonly run_id: string;
  readonly tool_call_id: string;
  readonly fault: PermissionFault;
  readonly why: string;
  readonly why_ja: string;
}

/** Creates a finding. `subject` is the approval, the grant or the tool. */
export function permissionFinding(
  { seq, run_id, tool_call_id }: ExecutionLog,
  fault: PermissionFault,
  subject: string,
): PermissionFinding {
  const { en, ja } = TEXTS[fault];
  return {
    seq,
    run_id,
    tool_call_id,
    fault,
    why: `Record ${seq} ${en.replace('%', subject)}`,
    why_ja: `記録 ${seq}: ${ja.replace('%', subject)}`,
  };
}

const TEXTS: Readonly<Record<PermissionFault, { readonly en: string; readonly ja: string }>> = {
  'start-without-permission': {
    en: 'starts % without a permission in the log, or with one that was already used.',
    ja: '% の実行に対応する未使用の許可がログにありません。',
  },
  'start-without-decision': {
    en: 'starts %, but no decision of the gate about exactly this call precedes it.',
    ja: '% の実行前に、この呼び出しに対するゲートの判定がありません。',
  },
  'start-not-allowed': {
    en: 'starts % as allowed by the gate, but the gate required an approval.',
    ja: '% はゲートの許可で実行されていますが、ゲートの判定は人の承認待ちでした。',
  },
  'start-after-end': { en: 'starts % in a run that had ended.', ja: '終了した実行で % が開始されています。' },
  'approval-without-request': {
    en: 'approves %, which was never requested.',
    ja: '要求の記録がない % が承認されています。',
  },
  'approval-not-displayed': {
    en: 'approves %, whose complete values the same person had not read.',
    ja: 'すべての値を表示していない人によって % が承認されています。',
  },
  'approval-not-given': {
    en: 'uses %, which was not approved at that time.',
    ja: '承認されていない % が使用されています。',
  },
  'approval-used-twice': { en: 'uses % a second time.', ja: '% が二度使用されています。' },
  'approval-decided-twice': {
    en: 'decides %, which was decided before.',
    ja: '決定済みの % が再度決定されています。',
  },
  'grant-not-given': {
    en: 'uses the grant %, which was never given.',
    ja: '付与されていない継続許可 % が使用されています。',
  },
  'grant-over': {
    en: 'uses the grant %, which had been revoked or had expired.',
    ja: '取り消し済みまたは期限切れの継続許可 % が使用されています。',
  },
  'grant-used-too-often': {
    en: 'uses the grant % more often than it permits.',
    ja: '継続許可 % が付与された回数を超えて使用されています。',
  },
  'replay-without-start': {
    en: 'repeats %, but the log has no interrupted start of a repeatable call before it.',
    ja: '% が再実行されていますが、中断された再実行可能な開始の記録がありません。',
  },
};
