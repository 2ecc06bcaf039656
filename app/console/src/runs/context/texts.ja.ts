import type { Dictionary } from '../../i18n/dictionary.ts';
import type { textsEn } from './texts.en.ts';

/** The Japanese texts of the context of a run. */
export const textsJa: Dictionary<typeof textsEn> = {
  title: '会話',
  recorded: '閲覧したことはログに記録されます。',
  'kept.partial': '非常に長い文章は一部だけを表示しています。',
  'kept.removed': '保存期間を過ぎたため、この実行の文章と結果は削除されました。',
  model: '{agent}（モデル）',
  content: '読み込んだ内容:',
  input: '入力',
  'input.masked': '（一部を伏せています。完全な入力は保存されていません）',
  output: '出力',
  'output.none': '出力はありません。',
  cut: '全 {length} 文字のうち先頭の {shown} 文字',
  'state.done': '完了',
  'state.failed': '失敗',
  'state.unknown': '結果不明',
  'state.running': '実行中',
  'state.waiting': '承認待ち',
  'state.declined': '却下',
  'state.expired': '期限切れ',
  'state.denied': '検査で停止',
  'state.not_started': '未実行',
  show: '会話を表示（記録されます）',
  showPassage: '該当箇所を表示（記録されます）',
  forbidden: 'この役割では会話を閲覧できません。',
  loading: '会話を読み込んでいます。',
  'passage.none': '保存された文章に、この値はそのままの形では含まれていません。',
  'passage.removed': '保存期間を過ぎたため、該当箇所は削除されました。',
  'similar.title': '過去の類似の依頼',
  'similar.none': '{agent} によるこのツールの依頼は過去にありません。',
  'similar.count':
    '{agent} によるこのツールの過去の依頼 {count} 件: 承認 {approved}、却下 {denied}、期限切れ {expired}',
  'similar.never': '同じ宛先への依頼はなし',
  'similar.same': '同じ宛先 {count} 件',
  'similar.list': '最近の判断',
};
