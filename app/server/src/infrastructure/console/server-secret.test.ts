import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readServerSecret } from './server-secret.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sekisho-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('readServerSecret', () => {
  it('makes a secret once, for its owner only', () => {
    const path = join(folder, 'new', 'key');
    const made = readServerSecret(path, undefined);
    expect(made.byteLength).toBe(32);
    expect(readServerSecret(path, undefined)).toEqual(made);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('takes the one of the settings before any file', () => {
    const own = Buffer.alloc(32, 7);
    expect(readServerSecret(join(folder, 'key'), own.toString('base64url'))).toEqual(own);
  });

  it('refuses one that is too short, and does not repeat it', () => {
    expect(() => readServerSecret(join(folder, 'key'), 'short')).toThrow('SEKISHO_SECRET');
    writeFileSync(join(folder, 'key'), 'c2hvcnQ');
    expect(() => readServerSecret(join(folder, 'key'), undefined)).toThrow('at least 32 bytes');
  });
});
