import { z } from 'zod';
import { ResponsesError } from '../errors/responses-error.ts';
import { normalizeBaseUrl } from './normalize-base-url.ts';

/** The normalized credentials for OpenAI. */
export type Credentials = {
  apiKey: string;
  organization: string | undefined;
  /** Undefined selects OpenAI's own base URL. */
  baseUrl: string | undefined;
  timeoutMs: number;
  maxRetries: number;
};

const optionalText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || undefined);
const numberText = z.union([z.string(), z.number()]).nullish();

const credentialsSchema = z.object({
  openai_api_key: optionalText,
  openai_organization: optionalText,
  openai_api_base: optionalText,
  request_timeout_seconds: numberText,
  max_retries: numberText,
});

/** Parses the credential form. The key is required, numbers are clamped, and the base URL ends with `/v1`. */
export function normalizeCredentials(form: unknown): Credentials {
  const parsed = credentialsSchema.safeParse(form);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0] ?? 'credentials');
    throw refuse(name, `"${name}" cannot be parsed.`);
  }
  const { openai_api_key, openai_organization, openai_api_base } = parsed.data;
  if (openai_api_key === undefined) throw refuse('openai_api_key', '"openai_api_key" is required.');
  requireHeaderText('openai_api_key', openai_api_key);
  requireHeaderText('openai_organization', openai_organization ?? '');
  return {
    apiKey: openai_api_key,
    organization: openai_organization,
    baseUrl: openai_api_base === undefined ? undefined : normalizeBaseUrl(openai_api_base),
    timeoutMs: 1000 * clamp(parsed.data.request_timeout_seconds, 'request_timeout_seconds', [300, 30, 900]),
    maxRetries: clamp(parsed.data.max_retries, 'max_retries', [1, 0, 5]),
  };
}

function clamp(
  value: string | number | null | undefined,
  name: string,
  [fallback, low, high]: readonly [number, number, number],
): number {
  if (value === null || value === undefined || value === '') return fallback;
  const text = String(value).trim();
  const number =
    typeof value === 'number' ? Math.trunc(value) : /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(number)) throw refuse(name, `"${name}" must be a whole number.`);
  return Math.min(high, Math.max(low, number));
}

/**
 * Throws unless the value is printable ASCII, which headers require. A key that contains "…" was truncated when it
 * was copied.
 */
function requireHeaderText(name: string, text: string): void {
  if (/^[\x21-\x7e]*$/.test(text)) return;
  throw refuse(name, `"${name}" contains a character that is not valid in a key; copy it again.`);
}

function refuse(name: string, message: string): ResponsesError {
  return new ResponsesError('invalid_argument', message, { upstream: { param: name } });
}
