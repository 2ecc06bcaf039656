import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecret } from './load-secret.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sekisho-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('loadSecret', () => {
  it('creates a file that only its owner can read, and reads it again', () => {
    const path = join(folder, 'deep', 'key');
    const secret = loadSecret(path, undefined);
    expect(secret.current.byteLength).toBe(32);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(loadSecret(path, undefined)).toEqual(secret);
    expect(readdirSync(join(folder, 'deep'))).toEqual(['.gitignore', 'key']);
  });

  it('prefers the environment and creates no file', () => {
    const secret = Buffer.alloc(40, 7);
    expect(loadSecret(join(folder, 'key'), secret.toString('base64url'))).toMatchObject({ current: secret });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['the variable is too short', 'abc', /^SEKISHO_SECRET contains a secret of 2 bytes/],
    ['the file is too short', undefined, /^The key file ".+\/key" contains a secret of 3 bytes/],
  ])('names the length and the remedy when %s', (_case, fromEnv, words) => {
    const path = join(folder, 'key');
    writeFileSync(path, 'short');
    expect(() => loadSecret(path, fromEnv)).toThrow(
      expect.objectContaining({
        code: 'AGENTS-E-RUNNER-CONFIG',
        message: expect.stringMatching(
          new RegExp(`${words.source}.* at least 32 .*Restore .*randomBytes\\(32\\)`),
        ),
      }),
    );
  });

  it('creates no other key beside one that is locked with a passphrase', () => {
    writeFileSync(join(folder, 'key.locked'), '{}');
    expect(() => loadSecret(join(folder, 'key'), undefined)).toThrow(
      expect.objectContaining({ code: 'AGENTS-E-STORE', message: expect.stringContaining('sekisho unlock') }),
    );
    expect(readdirSync(folder)).toEqual(['key.locked']);
  });

  it('rejects a retired secret as the current one', () => {
    const retired = `retired:${Buffer.alloc(40, 7).toString('base64url')}`;
    expect(() => loadSecret(join(folder, 'key'), retired)).toThrow(
      expect.objectContaining({
        code: 'AGENTS-E-RUNNER-CONFIG',
        message: expect.stringContaining('retired'),
      }),
    );
  });

  it('names the folder and the remedy when the file cannot be written', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => loadSecret(join(folder, 'file', 'key'), undefined)).toThrow(
      expect.objectContaining({
        code: 'AGENTS-E-STORE',
        message: expect.stringMatching(
          /^The key file ".+file\/key" cannot be (?:read|written) \(ENOTDIR\)\. .*createRunner\(\{ store: \{ directory \} \}\) or SEKISHO_DIR\.$/,
        ),
      }),
    );
  });
});
