import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 600_000;

/** Where packages outside of the workspace are kept. A folder of the user: no other user may provide code for this one. */
const cache = (): string => join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sekisho-tools');

/**
 * Installs exact versions of packages that only single tests, benches and scripts use, outside of the workspace and
 * without their scripts. An installation is made once and shared by all checkouts. Returns its folder, with `node_modules`.
 */
export async function installOutside(
  name: string,
  dependencies: Readonly<Record<string, string>>,
): Promise<string> {
  const manifest = JSON.stringify({ name, private: true, dependencies });
  const digest = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
  const folder = join(cache(), `${name}-${digest}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache(), { recursive: true });
  const work = mkdtempSync(join(cache(), 'unfinished-'));
  try {
    const packages = Object.entries(dependencies).map((pair) => pair.join('@'));
    process.stderr.write(`Installing ${packages.join(', ')} into ${folder}; later runs use it again.\n`);
    writeFileSync(join(work, 'package.json'), manifest);
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error'];
    await run('npm', ['install', ...options], { cwd: work, timeout: TIMEOUT_MS });
    // The rename is atomic, so that another process sees all files or none.
    renameSync(work, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) {
      const { stderr = '' } = Object(error);
      throw new Error(`npm could not install ${name} into ${folder}. ${String(stderr)}`.trim(), {
        cause: error,
      });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}
