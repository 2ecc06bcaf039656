import type { Dictionary } from '../../i18n/dictionary.ts';
import type { conversationEn } from './conversation.en.ts';

/** The Japanese texts of a conversation. */
export const conversationJa = {
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
  'state.denied': 'ゲートで停止',
  'state.not_started': '未実行',
} satisfies Dictionary<typeof conversationEn>;
