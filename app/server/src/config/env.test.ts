import { describe, expect, it } from 'vitest';
import { readSettings } from './env.ts';

const FIRST = 'SECRET-1-with-32-characters-only';
const SECOND = 'SECRET-2-with-32-characters-only';

describe('readSettings', () => {
  it('has the defaults of the design', () => {
    expect(readSettings({})).toMatchObject({
      mode: 'mock',
      temperature: 0.3,
      maxTokens: 1200,
      historyWindow: 12,
      host: '127.0.0.1',
      auditSalt: undefined,
      tokens: new Map(),
    });
  });

  it('treats an empty variable as unset', () => {
    const names = [
      'PORT',
      'AI_AGENT_MODE',
      'AI_AGENT_STRATEGY',
      'OPENAI_TEMPERATURE',
      'TRUSTED_USER_ROLE',
      'DEMO',
    ];
    const empty = Object.fromEntries(names.flatMap((name) => [[name, ' ']]));
    expect(readSettings(empty)).toEqual(readSettings({}));
  });

  it('reads users and their tokens', () => {
    const { tokens } = readSettings({ API_TOKENS: `alice:${FIRST}, bob:${SECOND}` });
    expect([...tokens]).toEqual([
      [FIRST, 'alice'],
      [SECOND, 'bob'],
    ]);
  });

  it('reads the role of a token, and defaults to viewer', () => {
    const { roles } = readSettings({ API_TOKENS: `alice:${FIRST}:admin, bob:${SECOND}` });
    expect([...roles]).toEqual([
      [FIRST, 'admin'],
      [SECOND, 'viewer'],
    ]);
  });

  it('describes how to generate a token when a token is too short', () => {
    expect(() => readSettings({ API_TOKENS: 'alice:password' })).toThrow(/32 or more.*randomBytes\(32\)/s);
  });

  it('reads the prices of tokens and the address of traces', () => {
    const { tokenPrices, traceUrl } = readSettings({
      TOKEN_PRICES: 'shop:1.25:10, *:2:8',
      TRACE_URL: 'https://traces.example/{trace_id}',
    });
    expect([...tokenPrices]).toEqual([
      ['shop', { input: 1.25, output: 10 }],
      ['*', { input: 2, output: 8 }],
    ]);
    expect(traceUrl).toBe('https://traces.example/{trace_id}');
    expect(() => readSettings({ TOKEN_PRICES: 'shop:free' })).toThrow(/TOKEN_PRICES/);
    for (const TRACE_URL of ['https://traces.example/', 'javascript:{trace_id}'])
      expect(() => readSettings({ TRACE_URL })).toThrow(/TRACE_URL/);
  });

  it('reads lists of host names', () => {
    const { allowedHosts } = readSettings({ ALLOWED_HOSTS: 'console.corp.example, , other.example' });
    expect(allowedHosts).toEqual(['console.corp.example', 'other.example']);
  });

  it('reads allowed origins, the draft strategy and the data folder', () => {
    expect(readSettings({})).toMatchObject({ allowedOrigins: [], strategy: 'fence', databaseUrl: undefined });
    expect(
      readSettings({
        ALLOWED_ORIGINS: 'https://a.example, http://localhost:5173',
        AI_AGENT_STRATEGY: 'tool',
        DATABASE_URL: 'postgres://db/chat',
      }),
    ).toMatchObject({
      allowedOrigins: ['https://a.example', 'http://localhost:5173'],
      strategy: 'tool',
      databaseUrl: 'postgres://db/chat',
    });
  });

  it.each(['abc', '1.5', '-1', '70000'])('states the allowed numbers: PORT=%s', (PORT) => {
    expect(() => readSettings({ PORT })).toThrow(
      'These settings are invalid: PORT (must be a whole number from 0 to 65535). Correct or remove them.',
    );
  });

  it.each([
    { PORT: '70000' },
    { AI_AGENT_STRATEGY: 'SECRET' },
    { ALLOWED_ORIGINS: 'SECRET' },
    { ALLOWED_ORIGINS: 'https://SECRET.example/' },
    { AI_AGENT_MODE: 'SECRET' },
    { OPENAI_MAX_TOKENS: 'SECRET' },
    { API_TOKENS: 'SECRET' },
    { API_TOKENS: `alice:${FIRST.slice(0, 31)}` },
    { API_TOKENS: `alice:${FIRST}あ` },
    { API_TOKENS: `alice:${FIRST} ${SECOND}` },
    { API_TOKENS: `alice:${FIRST}${'x'.repeat(481)}` },
    { API_TOKENS: `alice:${FIRST}:king` },
    { TRUSTED_USER_ROLE: 'SECRET' },
    { API_TOKENS: `alice:${FIRST},bob:${FIRST}` },
  ])('rejects %j without repeating a value', (env) => {
    expect(() => readSettings(env)).toThrow(Object.keys(env)[0]);
    expect(() => readSettings(env)).not.toThrow('SECRET');
  });
});
