import type { Dictionary } from '../../i18n/dictionary.ts';
import type { effectEn } from './texts.en.ts';

/** The Japanese sentences about the effect of a call. */
export const effectJa = {
  read: '{target} を読み取り',
  write: '{target} を変更',
  send: '{target} に送信',
  delete: '{target} を削除',
  spend: '{target} へ支払い',
  spendAmount: '{target} へ {amount} を支払い',
  execute: '{target} を実行',
  admin: '{target} の権限を変更',
  other: '{target} に {tool} を呼び出し',
  call: '{tool} を呼び出し',
  was: '{target}（変更前 {before}）',
  more: '{first} ほか {count} 件',
  outcome: '結果が不明: {effect}',
  approved: '{who}が承認: {effect}',
  denied: '{who}が却下: {effect}',
} satisfies Dictionary<typeof effectEn>;
