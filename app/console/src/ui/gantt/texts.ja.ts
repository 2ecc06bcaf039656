import type { Dictionary } from '../../i18n/dictionary.ts';
import type { textsEn } from './texts.en.ts';

/** The Japanese texts of the time chart. */
export const textsJa = {
  table: '{label}（表）',
  row: '行',
  from: '開始',
  to: '終了',
  summary: '内容',
  hint: '矢印キーで行を移動できます。',
  empty: '表示する内容はまだありません。',
} satisfies Dictionary<typeof textsEn>;
