import type { Dictionary } from '../../i18n/dictionary.ts';
import type { textsEn } from './texts.en.ts';

/** The Japanese texts about edited arguments. */
export const textsJa = {
  title: '{who} さんが変更',
  titleUnknown: '担当者が変更',
  before: '変更前',
  after: '変更後',
  none: '指定なし',
  removed: '削除',
  unchanged: '変更なし',
} satisfies Dictionary<typeof textsEn>;
