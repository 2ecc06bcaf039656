import { expect, it } from 'vitest';
import { requireSafeSqlite } from './require-safe-sqlite.ts';

it.each(['3.51.3', '3.51.10', '3.53.0', '4.0.0', '4.0'])('accepts SQLite %s', (version) => {
  expect(() => requireSafeSqlite(version)).not.toThrow();
});

it.each(['3.51.2', '3.50.9', '3.9.99', '2.99.99', '3.51', '', 'unknown'])('rejects SQLite %j', (version) => {
  expect(() => requireSafeSqlite(version)).toThrow(expect.objectContaining({ code: 'AGENTS-E-STORE' }));
});
