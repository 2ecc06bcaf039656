import { z } from 'zod';

const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);
const whole = (fallback: number, least: number, most: number) =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(least).max(most).default(fallback),
  );

const settingsSchema = z.object({
  PORT: whole(8787, 0, 65_535),
  HOST: text.transform((value) => value ?? '127.0.0.1'),
  SEKISHO_DATA_DIR: text.transform((value) => value ?? './data'),
  AI_AGENT_MODE: z.enum(['mock', 'openai']).default('mock'),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: text,
  OPENAI_MODEL: text.transform((value) => value ?? 'auto'),
  OPENAI_MAX_TOKENS: whole(1200, 16, 128_000),
  OPENAI_TEMPERATURE: z.coerce.number().min(0).max(2).default(0.3),
  OPENAI_TIMEOUT_MS: whole(60_000, 1000, 600_000),
  AI_HISTORY_WINDOW: whole(12, 0, 200),
  AI_AUDIT_SALT: text,
  RATE_LIMIT_PER_MINUTE: whole(30, 1, 1_000_000),
  /** Pairs of user and token: `alice:secret1,bob:secret2`. */
  API_TOKENS: text,
  TRUSTED_USER_HEADER: text,
});

/** Everything that can be set from outside. */
export type Settings = {
  port: number;
  host: string;
  dataDir: string;
  mode: 'mock' | 'openai';
  apiKey: string | undefined;
  baseUrl: string | undefined;
  model: string;
  maxTokens: number;
  temperature: number;
  timeoutMs: number;
  historyWindow: number;
  auditSalt: string | undefined;
  perMinute: number;
  tokens: ReadonlyMap<string, string>;
  trustedUserHeader: string | undefined;
};

/** Reads the settings from the environment; the error names the variable, never its value. */
export function readSettings(env: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const parsed = settingsSchema.safeParse(env);
  if (!parsed.success) {
    const names = parsed.error.issues.map(({ path }) => path.join('.'));
    throw new Error(`These settings are not usable: ${[...new Set(names)].join(', ')}.`);
  }
  const { data } = parsed;
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.SEKISHO_DATA_DIR,
    mode: data.AI_AGENT_MODE,
    apiKey: data.OPENAI_API_KEY,
    baseUrl: data.OPENAI_BASE_URL,
    model: data.OPENAI_MODEL,
    maxTokens: data.OPENAI_MAX_TOKENS,
    temperature: data.OPENAI_TEMPERATURE,
    timeoutMs: data.OPENAI_TIMEOUT_MS,
    historyWindow: data.AI_HISTORY_WINDOW,
    auditSalt: data.AI_AUDIT_SALT,
    perMinute: data.RATE_LIMIT_PER_MINUTE,
    tokens: readTokens(data.API_TOKENS ?? ''),
    trustedUserHeader: data.TRUSTED_USER_HEADER,
  };
}

function readTokens(pairs: string): Map<string, string> {
  const tokens = new Map<string, string>();
  for (const pair of pairs.split(',').filter((part) => part.trim() !== '')) {
    const [userId = '', token = '', ...more] = pair.trim().split(':');
    // A pair that is not readable must not silently open the service to everyone.
    if (userId === '' || token.length < 8 || more.length > 0 || tokens.has(token)) {
      throw new Error(
        'API_TOKENS must be pairs of user:token, each token of its own and at least 8 characters.',
      );
    }
    tokens.set(token, userId);
  }
  return tokens;
}
