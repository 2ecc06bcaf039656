import type { Dictionary } from '../../i18n/dictionary.ts';
import type { textsEn } from './texts.en.ts';

/** The Japanese texts of the stop switch. */
export const textsJa = {
  title: '停止スイッチ',
  intro:
    '停止は、このストアを使うすべてのプログラムに 1 秒以内に反映されます。実行中の呼び出しは完了し、以降の呼び出しは拒否され、エージェントには理由が伝わります。',
  none: '停止中のものはありません',
  inForce: '有効な停止 {count} 件',
  since: '{by} さんが停止（{time}）',
  'target.all': 'すべてのツール呼び出し',
  'target.agent': 'エージェント {name}',
  'target.tool': 'ツール {name}',
  lift: '停止を解除',
  'lift.title': 'この停止を解除しますか？',
  'lift.admin': '停止を解除できるのは管理者だけです。',
  'form.title': '呼び出しを停止する',
  'form.what': '停止する対象',
  'kind.all': 'すべて',
  'kind.agent': 'エージェント',
  'kind.tool': 'ツール',
  'form.choose': '選択してください',
  'form.names': '最近の呼び出しにある名前です。sekisho stop コマンドでは任意の名前を指定できます。',
  'form.stop': '今すぐ停止',
  reason: '理由',
  'reason.hint': 'あなたの名前とともに監査ログに記録されます。',
  stopped: '停止しました。1 秒後からは対象の呼び出しは開始されません。',
  lifted: '停止を解除しました。',
} as const satisfies Dictionary<typeof textsEn>;
