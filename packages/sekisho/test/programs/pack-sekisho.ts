import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from '../../../../scripts/build-package.ts';

const PACKAGE = join(import.meta.dirname, '../..');

/** Builds and packs the package as npm would publish it, below the installed dependencies, and returns the unpacked folder. */
export async function packSekisho(): Promise<{ readonly work: string; readonly folder: string }> {
  const cache = join(PACKAGE, '../../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'sekisho-packed-'));
  const source = join(work, 'source');
  mkdirSync(source);
  for (const each of ['package.json', 'src'])
    cpSync(join(PACKAGE, each), join(source, each), { recursive: true });
  await buildPackage(source);
  const packed = execFileSync('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', work], {
    cwd: source,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [{ filename }] = JSON.parse(packed);
  execFileSync('tar', ['-xzf', join(work, filename), '-C', work]);
  return { work, folder: join(work, 'package') };
}

/** Returns the files of the subpaths of a package that programs import. */
export function entriesOf(folder: string): Readonly<Record<string, string>> {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entries: Record<string, string> = {};
  for (const [subpath, target] of Object.entries<string | { default: string }>(exports))
    if (typeof target !== 'string') entries[subpath] = join(folder, target.default);
  return entries;
}
