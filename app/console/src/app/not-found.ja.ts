import type { Dictionary } from '../i18n/dictionary.ts';
import type { notFoundEn } from './not-found.en.ts';

/** The Japanese texts of an unknown address. */
export const notFoundJa = {
  title: 'このページは存在しません。',
  hint: 'アドレスが間違っているか、ページが移動しました。',
  action: '受信箱を開く',
} satisfies Dictionary<typeof notFoundEn>;
