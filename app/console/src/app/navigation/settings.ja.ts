import type { Dictionary } from '../../i18n/dictionary.ts';
import type { settingsEn } from './settings.en.ts';

/** The Japanese texts of the settings of this browser. */
export const settingsJa = {
  language: '言語',
  theme: 'テーマ',
  'theme.system': 'システム',
  'theme.light': 'ライト',
  'theme.dark': 'ダーク',
  density: '表示密度',
  'density.comfortable': '標準',
  'density.compact': 'コンパクト',
  advance: '判断後に次の依頼を開く',
  keys: '1 文字ショートカット',
  on: 'オン',
  off: 'オフ',
} satisfies Dictionary<typeof settingsEn>;
