import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStateStore } from '../store/sqlite-state-store.ts';
import { loadSecret, makePrivateFolder } from './load-secret.ts';

describe('makePrivateFolder', () => {
  let place = '';
  let folder = '';

  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'sekisho-folder-'));
    folder = join(place, '.sekisho');
  });

  afterEach(() => rmSync(place, { recursive: true }));

  it('creates a folder that only its owner can open', () => {
    makePrivateFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['the key', () => void loadSecret(join(folder, 'key'), undefined)],
    [
      'the store',
      async () =>
        (
          await openSqliteStateStore({ path: join(folder, 'state.db'), link: () => '', clock: Date.now })
        ).close(),
    ],
  ])('makes Git ignore the folder when %s is created first', async (_name, make) => {
    execFileSync('git', ['init', '--quiet'], { cwd: place });
    await make();
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
    expect(
      execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], {
        cwd: place,
        encoding: 'utf8',
      }),
    ).toBe('');
  });

  it('does not change an existing folder', () => {
    makePrivateFolder(place);
    expect(readdirSync(place)).toEqual([]);
  });
});
