import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AgentsCore } from '../../src/openai-agents/upstream.ts';

/** Other versions of the SDK, as an outdated program or the extensions install them. */
const DEPENDENCIES = {
  '@openai/agents': '0.18.0',
  '@openai/agents-extensions': '0.18.0',
  'agents-19': 'npm:@openai/agents@0.19.0',
  zod: '^4.0.0',
};

/** Installs the other versions once, outside of the repository, and returns the folder. */
export function installOtherCopies(): string {
  const manifest = JSON.stringify({ name: 'other-copies', private: true, dependencies: DEPENDENCIES });
  const digest = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
  // The folder belongs to one user: another user cannot read it, and must not provide code for this one.
  const folder = join(tmpdir(), `sekisho-other-copies-${userInfo().uid}-${digest}`);
  if (existsSync(folder)) return folder;
  const work = mkdtempSync(join(tmpdir(), 'sekisho-install-'));
  writeFileSync(join(work, 'package.json'), manifest);
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error'];
  execFileSync('npm', ['install', ...options], {
    cwd: work,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 240_000,
  });
  try {
    // The rename is atomic, so that a test in another process sees all files or none.
    renameSync(work, folder);
  } catch {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

/** Loads a package of that folder as an ES module or as CommonJS. */
export async function loadOther(
  folder: string,
  name: string,
  how: 'import' | 'require',
): Promise<AgentsCore> {
  const require = createRequire(join(folder, 'index.js'));
  const commonJs = require.resolve(name);
  if (how === 'require') return require(name);
  const module: AgentsCore = await import(pathToFileURL(commonJs.replace(/\.js$/, '.mjs')).href);
  return module;
}
