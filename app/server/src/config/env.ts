import { z } from 'zod';
import { oidcVariables, readOidcSettings } from './oidc-settings.ts';
import { readHostName } from './read-host-name.ts';

const text = z.string().trim().optional();
const TEMPERATURE = { error: 'must be a number from 0 to 2' };

function whole(fallback: number, least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce
    .number({ error })
    .int({ error })
    .min(least, { error })
    .max(most, { error })
    .default(fallback);
}

const listed = text.transform((value) => (value ?? '').split(',').flatMap((part) => part.trim() || []));
const role = z.enum(['viewer', 'approver', 'admin']).default('viewer');

const settingsSchema = z.object({
  PORT: whole(8787, 0, 65_535),
  HOST: text.transform((value) => value ?? '127.0.0.1'),
  SEKISHO_DATA_DIR: text.transform((value) => value ?? './data'),
  AI_AGENT_MODE: z.enum(['mock', 'openai']).default('mock'),
  /** How the draft is returned: in a code fence that the model writes, or as a strict tool call. */
  AI_AGENT_STRATEGY: z.enum(['fence', 'tool']).default('fence'),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: text,
  OPENAI_MODEL: text.transform((value) => value ?? 'auto'),
  OPENAI_MAX_TOKENS: whole(1200, 16, 128_000),
  OPENAI_TEMPERATURE: z.coerce.number(TEMPERATURE).min(0, TEMPERATURE).max(2, TEMPERATURE).default(0.3),
  OPENAI_TIMEOUT_MS: whole(60_000, 1000, 600_000),
  AI_HISTORY_WINDOW: whole(12, 0, 200),
  AI_AUDIT_SALT: text,
  RATE_LIMIT_PER_MINUTE: whole(30, 1, 1_000_000),
  /**
   * User, token and role, comma-separated; the default role is viewer:
   * `alice:token-of-alice:approver,bob:token-of-bob`.
   */
  API_TOKENS: text,
  TRUSTED_USER_HEADER: text,
  /** Origins of other sites whose pages may open a WebSocket, comma-separated. */
  ALLOWED_ORIGINS: text,
  /** When set, sessions and templates are stored in PostgreSQL. */
  DATABASE_URL: text,
  TRUSTED_ROLE_HEADER: text,
  TRUSTED_USER_ROLE: role,
  SEKISHO_SECRET: text,
  /** Host names of this server in addition to the loopback names, comma-separated. */
  ALLOWED_HOSTS: listed,
  SKILLS_DIR: text,
  CONSOLE_DIST: text,
  APPROVAL_TTL_SEC: whole(86_400, 1, 31_536_000),
  MAX_STREAMS: whole(1000, 1, 100_000),
  /** The demo agents: with a demo run in the inbox of a new store (`on`), only for the playground, or none (`off`). */
  DEMO: z.enum(['on', 'playground', 'off']).optional(),
  LANG: text,
  /** The URL of this server for browsers, such as https://console.example.com. */
  PUBLIC_URL: text,
  /**
   * USD for a million input and output tokens by application, comma-separated; `*` is every other application:
   * `shop:1.25:10,*:2:8`.
   */
  TOKEN_PRICES: text,
  /** The address of a trace, such as https://jaeger.example.com/trace/{trace_id}. */
  TRACE_URL: text,
  ...oidcVariables,
});

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings from the environment. Errors contain the name of a variable, never its value. */
export function readSettings(env: Environment = process.env) {
  // Container tools pass on unset variables as empty strings, which mean the default.
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== '');
  const parsed = settingsSchema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} (${message})`);
    throw new Error(`These settings are invalid: ${problems.join(', ')}. Correct or remove them.`);
  }
  const { data } = parsed;
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: data.SEKISHO_DATA_DIR,
    mode: data.AI_AGENT_MODE,
    strategy: data.AI_AGENT_STRATEGY,
    apiKey: data.OPENAI_API_KEY,
    baseUrl: data.OPENAI_BASE_URL,
    model: data.OPENAI_MODEL,
    maxTokens: data.OPENAI_MAX_TOKENS,
    temperature: data.OPENAI_TEMPERATURE,
    timeoutMs: data.OPENAI_TIMEOUT_MS,
    historyWindow: data.AI_HISTORY_WINDOW,
    auditSalt: data.AI_AUDIT_SALT,
    perMinute: data.RATE_LIMIT_PER_MINUTE,
    ...readTokens(data.API_TOKENS ?? ''),
    trustedUserHeader: data.TRUSTED_USER_HEADER,
    allowedOrigins: readOrigins(data.ALLOWED_ORIGINS ?? ''),
    databaseUrl: data.DATABASE_URL,
    trustedRoleHeader: data.TRUSTED_ROLE_HEADER,
    trustedUserRole: data.TRUSTED_USER_ROLE,
    secret: data.SEKISHO_SECRET,
    allowedHosts: data.ALLOWED_HOSTS.map(readAllowedHost),
    skillsDir: data.SKILLS_DIR,
    consoleDist: data.CONSOLE_DIST,
    approvalTtlSec: data.APPROVAL_TTL_SEC,
    maxStreams: data.MAX_STREAMS,
    // A database is usually shared, so demo agents in it must be enabled explicitly.
    // `auto` is `on` while the store contains no runs of other applications.
    demo: data.DEMO ?? (data.DATABASE_URL === undefined ? ('auto' as const) : ('off' as const)),
    language: data.LANG?.startsWith('ja') === true ? ('ja' as const) : ('en' as const),
    publicUrl: readPublicUrl(data.PUBLIC_URL),
    tokenPrices: readPrices(data.TOKEN_PRICES ?? ''),
    traceUrl: readTraceUrl(data.TRACE_URL),
    oidc: readOidcSettings(data),
  };
}

/** All settings of the server. */
export type Settings = ReturnType<typeof readSettings>;

function readAllowedHost(given: string): string {
  const name = readHostName(given);
  if (name === undefined)
    throw new Error(
      'ALLOWED_HOSTS must contain host names such as console.example.com, separated by commas.',
    );
  return name;
}

function readPublicUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const origin = URL.canParse(given) ? new URL(given) : undefined;
  if (origin?.pathname === '/' && /^https?:$/.test(origin.protocol)) return origin.origin;
  throw new Error('PUBLIC_URL must be a URL without a path, such as https://console.example.com.');
}

function readPrices(list: string): ReadonlyMap<string, { input: number; output: number }> {
  const parts = list.split(',').flatMap((part) => part.trim() || []);
  return new Map(
    parts.map((part) => {
      // The name of an application can contain a colon, a price cannot.
      const [, application = '', input, output] = /^(.+):([\d.]+):([\d.]+)$/.exec(part) ?? [];
      const price = { input: Number(input), output: Number(output) };
      if (application === '' || !Number.isFinite(price.input) || !Number.isFinite(price.output))
        throw new Error(
          'TOKEN_PRICES must contain application:input:output in USD for a million tokens, separated by commas.',
        );
      return [application, price];
    }),
  );
}

function readTraceUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (given.includes('{trace_id}') && URL.canParse(given) && /^https?:$/.test(new URL(given).protocol))
    return given;
  throw new Error(
    'TRACE_URL must be a URL with {trace_id}, such as https://jaeger.example.com/trace/{trace_id}.',
  );
}

const isOrigin = (part: string) => URL.canParse(part) && new URL(part).origin === part;

function readOrigins(list: string): string[] {
  const origins = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  // An origin with a path or a trailing slash would never match a page.
  if (!origins.every((origin) => isOrigin(origin))) {
    throw new Error(
      'ALLOWED_ORIGINS must contain origins such as https://console.example.com, separated by commas.',
    );
  }
  return origins;
}

// A token identifies its user, and failed attempts with API tokens are not limited, so a token must be too long to
// guess.
const USABLE_TOKEN = /^[\x21-\x7e]{32,512}$/;

/** Returns the user and the console role of each token. */
function readTokens(pairs: string) {
  const tokens = new Map<string, string>();
  const roles = new Map<string, z.infer<typeof role>>();
  for (const pair of pairs.split(',').filter((part) => part.trim() !== '')) {
    const [userId = '', token = '', roleName, ...more] = pair.trim().split(':');
    const given = role.safeParse(roleName);
    // An entry that cannot be parsed must not silently open the service to every client.
    if (
      userId === '' ||
      !USABLE_TOKEN.test(token) ||
      more.length > 0 ||
      tokens.has(token) ||
      !given.success
    ) {
      throw new Error(
        'API_TOKENS must contain user:token or user:token:role, separated by commas. Each token must be unique and ' +
          'have 32 or more ASCII characters without spaces. To generate one, run: node -p "crypto.randomBytes(32).toString(\'base64url\')"',
      );
    }
    tokens.set(token, userId);
    roles.set(token, given.data);
  }
  return { tokens, roles };
}
