import { describe, expect, it } from 'vitest';
import { readSettings } from '../config/env.ts';

describe('the settings of the daemon', () => {
  it('allow only OpenAI by default', () => {
    const { isAudited, allowsPolling, allowedBaseUrls } = readSettings({});
    expect({ isAudited, allowsPolling }).toEqual({ isAudited: false, allowsPolling: false });
    expect(
      [...allowedBaseUrls].filter((url) => !/^https:\/\/([a-z]{2}\.)?api\.openai\.com\/v1$/.test(url)),
    ).toEqual([]);
  });

  it.each([
    ['true', true],
    [' TRUE ', true],
    ['1', false],
    ['yes', false],
    ['', false],
  ])('read OPENAI_GPT5_ALLOW_POLLING=%j as %s', (value, expected) => {
    expect(readSettings({ OPENAI_GPT5_ALLOW_POLLING: value }).allowsPolling).toBe(expected);
  });

  it('add base URLs', () => {
    const { allowedBaseUrls } = readSettings({ OPENAI_GPT5_ALLOWED_BASE_URL_HOSTS: 'gateway.example' });
    expect(allowedBaseUrls.has('https://gateway.example/v1')).toBe(true);
    expect(allowedBaseUrls.has('https://api.openai.com/v1')).toBe(true);
  });
});
