import { unzipFiles } from '@sekisho/dify-plugin/packer';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathExists } from '../ground/path-exists.ts';
import type { PythonTools } from '../ground/prepare-python.ts';
import { runCommand } from '../ground/run-command.ts';

/** Unpacks a package and creates its Python environment with the steps and commands of the daemon. */
export async function preparePluginFolder(
  bytes: Uint8Array,
  folder: string,
  python: PythonTools,
): Promise<void> {
  const marker = join(folder, '.venv/dify/plugin.json');
  if (await pathExists(marker)) return;
  for (const [path, content] of unzipFiles(bytes).files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    // No file keeps its execute bit, as in the daemon.
    await writeFile(join(folder, path), content, { mode: 0o644 });
  }
  const venv = join(folder, '.venv');
  await rm(venv, { recursive: true, force: true });
  const clean = pick(python.env, ['PATH', 'SSL_CERT_FILE', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']);
  const env = { ...clean, VIRTUAL_ENV: venv, UV_CACHE_DIR: join(dirname(folder), '.uv-cache') };
  await runCommand(python.uv, ['venv', '.venv', '--python', '3.12'], { env, cwd: folder });
  await runCommand(python.uv, ['pip', 'install', '-r', 'requirements.txt', '-vvv'], { env, cwd: folder });
  await mkdir(dirname(marker), { recursive: true });
  await writeFile(marker, '{}');
}

function pick(env: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => names.includes(name)));
}
