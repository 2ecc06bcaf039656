import { z } from 'zod';
import { readHostName } from './read-host-name.ts';

const text = z.string().trim().optional();
const whole = (fallback: number, least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).default(fallback);

const listed = text.transform((value) => (value ?? '').split(',').flatMap((part) => part.trim() || []));
const role = z.enum(['viewer', 'approver', 'admin']).default('viewer');

const settingsSchema = z.object({
  PORT: whole(8787, 0, 65_535),
  HOST: text.transform((value) => value ?? '127.0.0.1'),
  SEKISHO_DATA_DIR: text.transform((value) => value ?? './data'),
  AI_AGENT_MODE: z.enum(['mock', 'openai']).default('mock'),
  /** Where the draft comes from: a fence that the model writes, or a strict tool call. */
  AI_AGENT_STRATEGY: z.enum(['fence', 'tool']).default('fence'),
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: text,
  OPENAI_MODEL: text.transform((value) => value ?? 'auto'),
  OPENAI_MAX_TOKENS: whole(1200, 16, 128_000),
  OPENAI_TEMPERATURE: z.coerce.number().min(0).max(2).default(0.3),
  OPENAI_TIMEOUT_MS: whole(60_000, 1000, 600_000),
  AI_HISTORY_WINDOW: whole(12, 0, 200),
  AI_AUDIT_SALT: text,
  RATE_LIMIT_PER_MINUTE: whole(30, 1, 1_000_000),
  /** User, token and, if it is more than a viewer's, the role: `alice:token-of-alice:approver,bob:token-of-bob`. */
  API_TOKENS: text,
  TRUSTED_USER_HEADER: text,
  /** Pages of other origins that may open a WebSocket, separated by commas. */
  ALLOWED_ORIGINS: text,
  /** Sessions and templates live in PostgreSQL when this is set. */
  DATABASE_URL: text,
  TRUSTED_ROLE_HEADER: text,
  TRUSTED_USER_ROLE: role,
  SEKISHO_SECRET: text,
  /** Names of this server besides those of the machine itself, separated by commas. */
  ALLOWED_HOSTS: listed,
  SKILLS_DIR: text,
  CONSOLE_DIST: text,
  APPROVAL_TTL_SEC: whole(86_400, 1, 31_536_000),
  MAX_STREAMS: whole(1000, 1, 100_000),
  /** Whether there are demo agents: with a demo run in the inbox of a new store, for the playground only, or none. */
  DEMO: z.enum(['on', 'playground', 'off']).optional(),
  LANG: text,
});

/** Everything that can be set from outside. */
export type Settings = {
  port: number;
  host: string;
  dataDir: string;
  mode: 'mock' | 'openai';
  strategy: 'fence' | 'tool';
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
  allowedOrigins: readonly string[];
  databaseUrl: string | undefined;
  /** The role of each token in the console. */
  roles: ReadonlyMap<string, z.infer<typeof role>>;
  trustedRoleHeader: string | undefined;
  trustedUserRole: z.infer<typeof role>;
  secret: string | undefined;
  allowedHosts: readonly string[];
  skillsDir: string | undefined;
  consoleDist: string | undefined;
  approvalTtlSec: number;
  maxStreams: number;
  /** `auto`: as `on`, but only while the store holds no runs of other applications. */
  demo: 'on' | 'playground' | 'off' | 'auto';
  language: 'ja' | 'en';
};

/** Reads the settings from the environment; the error names the variable, never its value. */
export function readSettings(env: Readonly<Record<string, string | undefined>> = process.env): Settings {
  // Whoever passes a variable on without setting it passes on nothing, and means the default.
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== '');
  const parsed = settingsSchema.safeParse(Object.fromEntries(given));
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
    // A database is usually shared, so a demo in it has to be asked for.
    demo: data.DEMO ?? (data.DATABASE_URL === undefined ? 'auto' : 'off'),
    language: data.LANG?.startsWith('ja') === true ? 'ja' : 'en',
  };
}

function readAllowedHost(given: string): string {
  const name = readHostName(given);
  if (name === undefined) throw new Error('ALLOWED_HOSTS must be names such as console.example.com.');
  return name;
}

const isOrigin = (part: string) => URL.canParse(part) && new URL(part).origin === part;

function readOrigins(list: string): string[] {
  const origins = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  // A path or a slash at the end would silently match no page at all.
  if (!origins.every((origin) => isOrigin(origin))) {
    throw new Error('ALLOWED_ORIGINS must be origins such as https://console.example.com.');
  }
  return origins;
}

// Whoever has a token is its user, and nobody counts wrong ones that come with a request: it must be beyond guessing.
const USABLE_TOKEN = /^[\x21-\x7e]{32,512}$/;

function readTokens(pairs: string): Pick<Settings, 'tokens' | 'roles'> {
  const tokens = new Map<string, string>();
  const roles = new Map<string, z.infer<typeof role>>();
  for (const pair of pairs.split(',').filter((part) => part.trim() !== '')) {
    const [userId = '', token = '', wish, ...more] = pair.trim().split(':');
    const given = role.safeParse(wish);
    // A pair that is not readable must not silently open the service to everyone.
    if (
      userId === '' ||
      !USABLE_TOKEN.test(token) ||
      more.length > 0 ||
      tokens.has(token) ||
      !given.success
    ) {
      throw new Error(
        'API_TOKENS must be user:token or user:token:role, each token of its own, 32 characters or more (ASCII, ' +
          'without spaces). This makes one: node -p "crypto.randomBytes(32).toString(\'base64url\')"',
      );
    }
    tokens.set(token, userId);
    roles.set(token, given.data);
  }
  return { tokens, roles };
}
