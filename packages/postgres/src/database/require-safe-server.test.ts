import { describe, expect, it } from 'vitest';
import { requireSafeServer } from './require-safe-server.ts';

const serverWith = (changes: Record<string, string>) => ({
  ask: async () => [{ version: '150004', fsync: 'on', encoding: 'UTF8', ...changes }],
});

describe('requireSafeServer', () => {
  it('accepts a server with durable commits', async () => {
    await expect(requireSafeServer(serverWith({}))).resolves.toBeUndefined();
  });

  it.each([
    [{ version: '120017' }, 'older than PostgreSQL 13'],
    [{ fsync: 'off' }, 'fsync off'],
    [{ encoding: 'SQL_ASCII' }, 'UTF-8'],
  ])('refuses one with %o', async (changes, words) => {
    await expect(requireSafeServer(serverWith(changes))).rejects.toThrow(words);
  });
});
