import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMessageKey } from './create-message-key.ts';

afterEach(() => vi.unstubAllGlobals());

describe('makeMessageKey', () => {
  it('returns a different key each time', () => {
    expect(createMessageKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(createMessageKey()).not.toBe(createMessageKey());
  });

  it('works without APIs that browsers disable on pages without TLS', () => {
    const { crypto } = globalThis;
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(createMessageKey()).toHaveLength(32);
  });
});
