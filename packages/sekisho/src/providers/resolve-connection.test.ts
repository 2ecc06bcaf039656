import { describe, expect, it } from 'vitest';
import { PROVIDER_ENVIRONMENT } from './provider-env.ts';
import { PROVIDER_NAMES } from './provider-types.ts';
import { completeBaseUrl, resolveConnection } from './resolve-connection.ts';

const SECRET = 'sk-secret-987654321';

describe('resolveConnection', () => {
  it.each([
    ['openai', 'https://api.openai.com/v1', 'responses'],
    ['ollama', 'http://127.0.0.1:11434/v1', 'chat'],
    ['lmstudio', 'http://127.0.0.1:1234/v1', 'chat'],
    ['gemini', 'https://generativelanguage.googleapis.com/v1beta/openai', 'chat'],
    ['anthropic', 'https://api.anthropic.com/v1', 'chat'],
    ['openrouter', 'https://openrouter.ai/api/v1', 'chat'],
  ] as const)('returns the defaults of %s', (provider, baseUrl, api) => {
    const connection = resolveConnection(provider, { env: {}, apiKey: SECRET });
    expect(connection).toMatchObject({ baseUrl, api, timeoutMs: 60_000, headers: {}, isKeySecret: true });
  });

  it.each(PROVIDER_NAMES)('reads every key of %s from the environment', (provider) => {
    const { apiKey, baseUrl } = PROVIDER_ENVIRONMENT[provider];
    const env = {
      [apiKey.key]: SECRET,
      [baseUrl.key]: 'https://proxy.example/v1',
      AGENTS_REQUEST_TIMEOUT_MS: '2000',
    };
    expect(resolveConnection(provider, { env })).toMatchObject({
      apiKey: SECRET,
      baseUrl: 'https://proxy.example/v1',
      timeoutMs: 2000,
    });
  });

  it('prefers direct options to the environment', () => {
    const env = {
      AGENTS_OPENROUTER_API_KEY: 'from-env',
      AGENTS_OPENROUTER_BASE_URL: 'https://env.example/api/v1',
      AGENTS_OPENROUTER_HTTP_REFERER: 'https://env.example',
      AGENTS_OPENROUTER_X_TITLE: 'Env',
      AGENTS_REQUEST_TIMEOUT_MS: '5000',
    };
    const direct = {
      apiKey: SECRET,
      baseUrl: 'https://direct.example/api/v1',
      appName: 'Direct',
      timeoutMs: 7000,
    };
    expect(resolveConnection('openrouter', { env, ...direct })).toMatchObject({
      apiKey: SECRET,
      baseUrl: 'https://direct.example/api/v1',
      timeoutMs: 7000,
      headers: { 'HTTP-Referer': 'https://env.example', 'X-Title': 'Direct' },
    });
  });

  it.each(['ollama', 'lmstudio'] as const)(
    'treats the well-known placeholder of %s as no secret',
    (provider) => {
      expect(resolveConnection(provider, { env: {} })).toMatchObject({
        apiKey: provider,
        isKeySecret: false,
      });
    },
  );

  it.each(['openai', 'gemini', 'anthropic', 'openrouter'] as const)(
    'names the missing key of %s',
    (provider) => {
      const { key } = PROVIDER_ENVIRONMENT[provider].apiKey;
      expect(() => resolveConnection(provider, { env: { [key]: '  ' } })).toThrow(
        expect.objectContaining({ code: 'AGENTS-E-PROVIDER-CONFIG', message: expect.stringContaining(key) }),
      );
    },
  );

  it.each([
    ['a key with a line break', { apiKey: `${SECRET}\nX-Evil: 1` }],
    ['a key with a space', { apiKey: `${SECRET} ${SECRET}` }],
    ['a key that is not ASCII', { apiKey: `${SECRET}鍵` }],
    ['a password in the base URL', { apiKey: 'k', baseUrl: `https://me:${SECRET}@example.com/v1` }],
    ['a key in the query', { apiKey: 'k', baseUrl: `https://example.com/v1?key=${SECRET}` }],
    ['an invalid base URL', { apiKey: 'k', baseUrl: SECRET }],
    ['a base URL that is not HTTP', { apiKey: 'k', baseUrl: `file:///${SECRET}` }],
  ])('rejects %s without quoting it', (_case, options) => {
    expect(() => resolveConnection('gemini', { env: {}, ...options })).toThrow(
      expect.objectContaining({
        code: 'AGENTS-E-PROVIDER-CONFIG',
        message: expect.not.stringContaining(SECRET),
      }),
    );
  });

  it.each(['999', '120001', 'soon', '1.5'])('rejects the timeout %s', (timeout) => {
    const env = { AGENTS_REQUEST_TIMEOUT_MS: timeout };
    expect(() => resolveConnection('ollama', { env })).toThrow('AGENTS_REQUEST_TIMEOUT_MS');
  });

  it('limits the timeout of compatible providers only', () => {
    const env = { AGENTS_REQUEST_TIMEOUT_MS: '600000' };
    expect(resolveConnection('openai', { env, apiKey: SECRET }).timeoutMs).toBe(600_000);
    expect(() => resolveConnection('gemini', { env, apiKey: SECRET })).toThrow('1000 to 120000 ms');
    expect(() => resolveConnection('openai', { env: {}, apiKey: SECRET, timeoutMs: 2 ** 31 })).toThrow('ms');
  });

  it.each(['gemini', 'anthropic'] as const)(
    'rejects api: "responses" for %s, which has no such API',
    (provider) => {
      expect(() => resolveConnection(provider, { env: {}, apiKey: SECRET, api: 'responses' })).toThrow(
        expect.objectContaining({ code: 'AGENTS-E-COMPAT-UNSUPPORTED' }),
      );
    },
  );
});

const OLLAMA = 'http://127.0.0.1:11434/v1';
const GEMINI = 'https://generativelanguage.googleapis.com/v1beta/openai';
const OPENROUTER = 'https://openrouter.ai/api/v1';

describe('completeBaseUrl', () => {
  it.each([
    ['http://host:11434', OLLAMA, 'http://host:11434/v1'],
    ['http://host:11434/', OLLAMA, 'http://host:11434/v1'],
    ['http://host:11434/v1/', OLLAMA, 'http://host:11434/v1'],
    ['https://proxy.example/ollama', OLLAMA, 'https://proxy.example/ollama/v1'],
    ['https://proxy.example/ollama/v1', OLLAMA, 'https://proxy.example/ollama/v1'],
    ['https://gateway.example/v1/account/ollama', OLLAMA, 'https://gateway.example/v1/account/ollama'],
    ['https://host', GEMINI, 'https://host/v1beta/openai'],
    ['https://host/v1beta', GEMINI, 'https://host/v1beta/openai'],
    ['https://host/v1beta/openai/', GEMINI, 'https://host/v1beta/openai'],
    ['https://openrouter.ai', OPENROUTER, 'https://openrouter.ai/api/v1'],
    ['https://openrouter.ai/api', OPENROUTER, 'https://openrouter.ai/api/v1'],
  ])('converts %s to the base URL of %s', (given, fallback, expected) => {
    expect(completeBaseUrl(new URL(given), fallback)).toBe(expected);
  });
});
