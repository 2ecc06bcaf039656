import { z } from 'zod';
import { irisArgumentsSchema } from '../ask/iris-arguments.ts';

const MIN_SECRET_LENGTH = 16;
const { reasoningEffort, searchContextSize, continuity } = irisArgumentsSchema.shape;
const headerText = z
  .string()
  .regex(/^[\x21-\x7e]*$/)
  .optional();

/** Accepts an integer within limits. "1e2" and "0x10" are rejected, because they are easy to misread. */
function wholeNumber(low: number, high: number) {
  const schema = z.string().regex(/^\d{1,9}$/);
  return schema.refine((text) => Number(text) >= low && Number(text) <= high).optional();
}

/** The allowed values of the variables. Settings of the kernel are checked here too: at the start, not at the first call. */
export const settingsSchema = z.object({
  IRIS_MODEL: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .optional(),
  IRIS_REASONING_EFFORT: reasoningEffort,
  IRIS_SEARCH_CONTEXT_SIZE: searchContextSize,
  IRIS_CONTINUITY: continuity,
  IRIS_MAX_COST_USD: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,9})?$/)
    .transform(Number)
    .refine((usd) => usd > 0)
    .optional(),
  IRIS_TIMEOUT_SECONDS: wholeNumber(30, 900),
  IRIS_MAX_RETRIES: wholeNumber(0, 5),
  IRIS_HANDLE_SECRET: z.string().min(MIN_SECRET_LENGTH).optional(),
  OPENAI_API_KEY: headerText,
  OPENAI_ORG_ID: headerText,
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => URL.parse(url)?.username === '' && URL.parse(url)?.password === '')
    .optional(),
});

type Sentences = Readonly<Record<'en' | 'ja', string>>;

/** The descriptions of the allowed values in error messages. */
export const ALLOWED: Readonly<Record<keyof typeof settingsSchema.shape, Sentences>> = {
  IRIS_MODEL: {
    en: 'a model id, or auto, fast, deep or pro (default auto)',
    ja: 'モデル ID、または auto、fast、deep、pro（既定値 auto）',
  },
  IRIS_REASONING_EFFORT: {
    en: 'none, minimal, low, medium, high, xhigh or max (default medium)',
    ja: 'none、minimal、low、medium、high、xhigh、max のいずれか（既定値 medium）',
  },
  IRIS_SEARCH_CONTEXT_SIZE: {
    en: 'low, medium or high (default medium)',
    ja: 'low、medium、high のいずれか（既定値 medium）',
  },
  IRIS_CONTINUITY: {
    en: 'server, local or auto (default auto)',
    ja: 'server、local、auto のいずれか（既定値 auto）',
  },
  IRIS_MAX_COST_USD: {
    en: 'a decimal number above 0, for example 0.5 (default: no limit)',
    ja: '0 より大きい 10 進数。例: 0.5（既定値: 上限なし）',
  },
  IRIS_TIMEOUT_SECONDS: {
    en: 'a whole number from 30 to 900 (default 300)',
    ja: '30 から 900 までの整数（既定値 300）',
  },
  IRIS_MAX_RETRIES: {
    en: 'a whole number from 0 to 5 (default 1)',
    ja: '0 から 5 までの整数（既定値 1）',
  },
  IRIS_HANDLE_SECRET: {
    en: `at least ${MIN_SECRET_LENGTH} characters`,
    ja: `${MIN_SECRET_LENGTH} 文字以上`,
  },
  OPENAI_API_KEY: {
    en: 'a key as issued by OpenAI; the value contains spaces or other characters that a key cannot contain, so copy the key again',
    ja: 'OpenAI が発行したキー。空白など、キーに含まれない文字があります。コピーし直してください',
  },
  OPENAI_ORG_ID: {
    en: 'an organization id without spaces, for example org-abc',
    ja: '空白を含まない組織 ID。例: org-abc',
  },
  OPENAI_BASE_URL: {
    en: 'a URL that begins with https:// or http://, without a user name or a password',
    ja: 'https:// または http:// で始まり、ユーザー名とパスワードを含まない URL',
  },
};

/** Variables whose value is never printed. */
export const SECRETS: ReadonlySet<string> = new Set([
  'IRIS_HANDLE_SECRET',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
]);
