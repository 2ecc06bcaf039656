import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeMessageKey } from './make-message-key.ts';

afterEach(() => vi.unstubAllGlobals());

describe('makeMessageKey', () => {
  it('gives another key each time', () => {
    expect(makeMessageKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(makeMessageKey()).not.toBe(makeMessageKey());
  });

  it('needs nothing that browsers keep from pages without TLS', () => {
    const { crypto } = globalThis;
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(makeMessageKey()).toHaveLength(32);
  });
});
