import type { Dictionary } from '../../i18n/dictionary.ts';
import type { textsEn } from './texts.en.ts';

/** The Japanese texts of the palette. */
export const textsJa = {
  'palette.hint': 'コマンド、画面、実行、依頼を入力',
  'palette.none': '該当なし。',
  'palette.actions': '操作',
  'palette.screens': '画面',
  'palette.runs': '実行',
  'palette.requests': '依頼（承認待ちの新しい {count} 件）',
  'palette.failed': '検索できませんでした: {why}',
} satisfies Dictionary<typeof textsEn>;
