import { unzipFiles } from '@sekisho/dify-plugin/packer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A plugin that a developer runs manually, connected to a daemon's debugging port. */
export type RemotePlugin = { stop: () => Promise<void> };

/** Unpacks a package and starts its bundle in Dify's remote debugging mode. */
export async function startRemotePlugin(
  bytes: Uint8Array,
  place: { port: number; key: string; env: Record<string, string> },
): Promise<RemotePlugin> {
  const folder = await mkdtemp(join(tmpdir(), 'dify-remote-'));
  for (const [path, content] of unzipFiles(bytes).files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const child = spawn(process.execPath, ['dist/plugin.mjs'], {
    cwd: folder,
    env: {
      ...place.env,
      INSTALL_METHOD: 'remote',
      REMOTE_INSTALL_URL: `127.0.0.1:${place.port}`,
      REMOTE_INSTALL_KEY: place.key,
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  return {
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
