import type { Dictionary } from '../../i18n/dictionary.ts';
import type { textsEn } from './texts.en.ts';

/** The Japanese texts of the standing permissions. */
export const textsJa = {
  title: '常設許可',
  none: '許可はありません。毎回確認します',
  'none.text':
    '承認するときに、その実行の間だけ同じ呼び出しを許可できます（継続許可）。同じ値が複数の実行で繰り返し承認されると、常設許可がここに提案されます。',
  'none.action': '受信箱を開く',
  summary: '常設許可 {active} 件、提案 {proposed} 件、継続許可 {grants} 件',
  proposals: '提案',
  saved: 'この許可があれば、確認を {count} 件減らせました。',
  denied: '人が却下した呼び出し {count} 件も許可されていました。',
  confirm: '確認して有効にする',
  'confirm.title': 'この許可を有効にしますか？',
  'confirm.admin': '有効にできるのは管理者だけです。',
  revoke: '取り消す',
  'revoke.title': 'この許可を取り消しますか？',
  reason: '理由',
  'reason.hint': 'あなたの名前とともに監査ログに記録されます。',
  since: '{owner} が確認しました。{reason}',
  until: '有効期限 {time}、残り {count} 回',
  confirmed: '30 日間、200 回まで有効にしました。',
  revoked: '許可を取り消しました。',
} satisfies Dictionary<typeof textsEn>;
