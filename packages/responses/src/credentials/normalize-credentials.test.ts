import { describe, expect, it } from 'vitest';
import { normalizeCredentials } from './normalize-credentials.ts';

const key = { openai_api_key: 'sk-test' };

describe('normalizeCredentials', () => {
  it('has defaults for everything except the key', () => {
    expect(normalizeCredentials(key)).toEqual({
      apiKey: 'sk-test',
      organization: undefined,
      baseUrl: undefined,
      timeoutMs: 300_000,
      maxRetries: 1,
    });
  });

  it.each([{}, { openai_api_key: '' }, { openai_api_key: '  ' }, { openai_api_key: null }, null, 'sk-test'])(
    'rejects %j, which has no key',
    (form) => {
      expect(() => normalizeCredentials(form)).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
    },
  );

  it.each([
    { openai_api_key: 'sk-…' },
    { openai_api_key: 'sk-a b' },
    { openai_api_key: 'sk-a\nX: 1' },
    { openai_organization: '組織', ...key },
  ])('rejects %j, which is not valid in a header', (form) => {
    expect(() => normalizeCredentials(form)).toThrow('copy it again');
  });

  it('never repeats the key in an error', () => {
    expect(() => normalizeCredentials({ openai_api_key: 'sk-secret', max_retries: 'x' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('sk-secret') }),
    );
  });

  it('trims the organization', () => {
    expect(normalizeCredentials({ ...key, openai_organization: ' org-1 ' }).organization).toBe('org-1');
    expect(normalizeCredentials({ ...key, openai_organization: '  ' }).organization).toBeUndefined();
  });

  it.each([
    ['', undefined],
    ['https://api.example.com', 'https://api.example.com/v1'],
    ['https://api.example.com/', 'https://api.example.com/v1'],
    ['https://api.example.com/v1', 'https://api.example.com/v1'],
    ['https://api.example.com/v1/', 'https://api.example.com/v1'],
    ['https://x.example.com/openai/v1', 'https://x.example.com/openai/v1'],
    ['https://x.example.com/openai', 'https://x.example.com/openai/v1'],
    [' http://127.0.0.1:8080 ', 'http://127.0.0.1:8080/v1'],
    ['https://x.example.com/v1?key=1#top', 'https://x.example.com/v1'],
  ])('normalizes the base URL %j to %j', (openai_api_base, expected) => {
    expect(normalizeCredentials({ ...key, openai_api_base }).baseUrl).toBe(expected);
  });

  it.each(['example.com', 'ftp://example.com', 'https://user:pass@example.com', 'javascript:alert(1)'])(
    'rejects the base URL %j',
    (openai_api_base) => {
      expect(() => normalizeCredentials({ ...key, openai_api_base })).toThrow(/openai_api_base/);
    },
  );

  it.each([
    ['300', 300_000],
    ['29', 30_000],
    ['901', 900_000],
    [' 45 ', 45_000],
    [60.9, 60_000],
    ['-5', 30_000],
    ['', 300_000],
    [undefined, 300_000],
  ])('clamps a timeout of %j seconds to %j ms', (request_timeout_seconds, expected) => {
    expect(normalizeCredentials({ ...key, request_timeout_seconds }).timeoutMs).toBe(expected);
  });

  it.each([
    ['1', 1],
    ['-1', 0],
    ['9', 5],
    [0, 0],
    ['', 1],
  ])('clamps %j retries to %j', (max_retries, expected) => {
    expect(normalizeCredentials({ ...key, max_retries }).maxRetries).toBe(expected);
  });

  it.each(['abc', '1.5', '1e3', '0x10', Number.NaN, Number.POSITIVE_INFINITY, {}])(
    'rejects %j as a number',
    (value) => {
      expect(() => normalizeCredentials({ ...key, max_retries: value })).toThrow(/max_retries/);
    },
  );
});
