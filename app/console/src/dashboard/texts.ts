import { textsEn } from './texts.en.ts';
import { textsJa } from './texts.ja.ts';

/** The texts of the dashboard. */
export const TEXTS = { en: textsEn, ja: textsJa };
