import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathExists } from './path-exists.ts';
import { runCommand } from './run-command.ts';

/** Dify's own daemon of one version, built on this machine. */
export type InstalledDaemon = { version: string; server: string; commandline: string };

const MODULE = 'github.com/langgenius/dify-plugin-daemon';

/** Builds a daemon with the machine's Go and module proxy, once; later runs find it in the cache folder. */
export async function installDaemon(
  version: string,
  cacheFolder: string,
  inherited: Record<string, string>,
): Promise<InstalledDaemon> {
  const folder = join(cacheFolder, `daemon-${version}`);
  const daemon = { version, server: join(folder, 'server'), commandline: join(folder, 'commandline') };
  await mkdir(folder, { recursive: true });
  for (const program of ['server', 'commandline'] as const) {
    if (await pathExists(daemon[program])) continue;
    await runCommand('go', ['install', `${MODULE}/cmd/${program}@${version}`], {
      env: { ...inherited, GOBIN: folder, CGO_ENABLED: '0' },
    });
  }
  return daemon;
}
