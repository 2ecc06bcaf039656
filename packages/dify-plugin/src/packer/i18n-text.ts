import { z } from 'zod';

const text = z.string().min(1).max(1023);

/** A text in the languages of Dify's user interface; English is required. */
export const i18nTextSchema = z.strictObject({
  en_US: text,
  ja_JP: text.optional(),
  zh_Hans: text.optional(),
  pt_BR: text.optional(),
});
