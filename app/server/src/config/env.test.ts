import { describe, expect, it } from 'vitest';
import { readSettings } from './env.ts';

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

  it('reads users and their tokens', () => {
    const { tokens } = readSettings({ API_TOKENS: 'alice:secret-1, bob:secret-2' });
    expect([...tokens]).toEqual([
      ['secret-1', 'alice'],
      ['secret-2', 'bob'],
    ]);
  });

  it.each([
    { PORT: '70000' },
    { AI_AGENT_MODE: 'SECRET' },
    { OPENAI_MAX_TOKENS: 'SECRET' },
    { API_TOKENS: 'SECRET' },
    { API_TOKENS: 'alice:short' },
    { API_TOKENS: 'alice:SECRET-1,bob:SECRET-1' },
  ])('refuses %j without repeating a value', (env) => {
    expect(() => readSettings(env)).toThrow(Object.keys(env)[0]);
    expect(() => readSettings(env)).not.toThrow('SECRET');
  });
});
