import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { installOutside } from '../../scripts/install-outside.ts';

const ROOT = join(import.meta.dirname, '../..');
const BASE = 'localhost/sekisho-test-base';
const IMAGE = 'localhost/sekisho-test';
const CERTIFICATE = '/etc/ssl/proxy.pem';
const NPM_VERSION = '11.19.1';
const run = promisify(execFile);

const configSchema = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      WorkingDir: z.string(),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
});

/** A built image, with its files in a folder. */
export interface Image {
  readonly root: string;
  /** What the image says about its containers. */
  readonly config: z.infer<typeof configSchema>['Docker']['config'];
  /** Megabytes of the files that the image adds to its base. */
  readonly addedMegabytes: number;
}

/** Runs buildah as root of this machine, without namespaces of its own. */
async function buildah(...args: string[]): Promise<string> {
  const [command = '', ...rest] = args;
  const all = ['--storage-driver', 'vfs', command, ...rest];
  const { stdout } = await run('buildah', all, { cwd: ROOT, maxBuffer: 1e9, timeout: 1_500_000 });
  return stdout.trim();
}

/** Builds the image of the Dockerfile on a base image that is made here from Debian's packages and npm's Node. */
export async function buildImage(): Promise<Image> {
  if ((await buildah('images', '--quiet', '--filter', `reference=${BASE}`)) === '') await buildBase();
  const npmrc = process.env['NPM_CONFIG_USERCONFIG'] ?? join(homedir(), '.npmrc');
  const secret = existsSync(npmrc) ? ['--secret', `id=npmrc,src=${npmrc}`] : [];
  const format = ['--format', 'docker', '--isolation', 'chroot', '--layers=false', '--force-rm'];
  await buildah('bud', ...format, ...secret, '--build-arg', `BASE=${BASE}`, '--tag', IMAGE, '.');
  const { Docker } = configSchema.parse(JSON.parse(await buildah('inspect', '--type', 'image', IMAGE)));
  const root = await buildah('mount', await buildah('from', '--pull-never', IMAGE));
  const { stdout } = await run('du', ['--summarize', '--block-size=1M', join(root, 'app')]);
  return { root, config: Docker.config, addedMegabytes: Number.parseInt(stdout, 10) };
}

/** Removes the containers of the tests. The images stay for the next run. */
export async function removeContainers(): Promise<void> {
  await buildah('rm', '--all');
}

/** Debian without anything else, and Node with npm as in the official image. */
async function buildBase(): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'sekisho-base-'));
  try {
    const root = join(work, 'root');
    await run('debootstrap', ['--variant=minbase', 'bookworm', root], { timeout: 600_000, maxBuffer: 1e9 });
    rmSync(join(root, 'var/cache/apt/archives'), { recursive: true, force: true });
    rmSync(join(root, 'var/lib/apt/lists'), { recursive: true, force: true });
    copyFileSync(process.execPath, join(root, 'usr/local/bin/node'));
    const npm = join(await installOutside('npm', { npm: NPM_VERSION }), 'node_modules/npm');
    await run('cp', ['--archive', npm, join(root, 'usr/local/lib/npm')]);
    for (const name of ['npm', 'npx'])
      await run('ln', ['-s', `../lib/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name)]);
    const container = await buildah('from', 'scratch');
    await buildah('copy', container, root, '/');
    await buildah('config', '--cmd', 'node', container);
    // Where a proxy inspects connections, npm in the image needs the certificate of the proxy, too.
    const certificate = process.env['NODE_EXTRA_CA_CERTS'];
    if (certificate) {
      await buildah('copy', container, certificate, CERTIFICATE);
      await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATE}`, container);
    }
    await buildah('commit', '--rm', '--format', 'docker', container, BASE);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
