import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isBuildStale } from './is-build-stale.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sekisho-build-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, seconds: number): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  utimesSync(path, seconds, seconds);
}

describe('isBuildStale', () => {
  it('is true for a console without a build', () => {
    write('src/main.tsx', 1);
    expect(isBuildStale(folder)).toBe(true);
  });

  it('is false for an unchanged console', () => {
    write('src/deep/er/main.tsx', 1);
    write('dist/index.html', 2);
    expect(isBuildStale(folder)).toBe(false);
  });

  it.each(['src/deep/er/main.tsx', 'public/icon.svg', 'index.html', 'vite.config.ts', 'package.json'])(
    'is true after a change of %s',
    (file) => {
      write('dist/index.html', 2);
      write(file, 3);
      expect(isBuildStale(folder)).toBe(true);
    },
  );
});
