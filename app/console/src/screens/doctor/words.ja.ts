import type { Dictionary } from '../../i18n/dictionary.ts';
import type { wordsEn } from './words.en.ts';

/** The Japanese texts of the doctor. */
export const wordsJa = {
  title: '診断',
  intro: 'サーバーが確認した項目、その結果、直し方を表示します。',
  again: '再実行',
  copy: 'レポートをコピー',
  copied: 'レポートをコピーしました。秘密情報は含まれません。',
  notCopied: 'ブラウザーがコピーを許可しませんでした。',
  working: '確認中…',
  'all.ok': 'すべて正常です。',
  'all.bad': '対応が必要な項目が {count} 件あります。',
  at: '{time} に確認（{took}）',
  'level.ok': '正常',
  'level.warning': '要確認',
  'level.error': '異常',
  how: '根拠',
  remedy: '直し方',
  'status.title': 'サーバー',
  'status.mode': 'モデル',
  'status.mode.mock': 'シミュレーター（キー不要、課金なし）',
  'status.mode.openai': 'OpenAI',
  'status.policy': 'ポリシー',
  'status.store': 'ストア',
  'status.agents': 'エージェント',
  'status.tools': 'ツール',
  'status.pending': '承認待ち',
  'status.records': '監査記録',
  'status.version': 'バージョン',
  'status.started': '起動',
  'status.streams': '接続中のイベント',
} satisfies Dictionary<typeof wordsEn>;
