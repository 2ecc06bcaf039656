import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeMessageKey } from './make-message-key.ts';

afterEach(() => vi.unstubAllGlobals());

describe('makeMessageKey', () => {
  it('returns a different key each time', () => {
    expect(makeMessageKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(makeMessageKey()).not.toBe(makeMessageKey());
  });

  it('works without APIs that browsers disable on pages without TLS', () => {
    const { crypto } = globalThis;
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(makeMessageKey()).toHaveLength(32);
  });
});
