import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from '../../e2e/dify/ground/env.ts';
import { preparePython } from '../../e2e/dify/ground/prepare-python.ts';
import { buildPackage } from '../../e2e/dify/plugins/build-package.ts';
import { preparePluginFolder } from '../../e2e/dify/stand-in/prepare-plugin-folder.ts';
import { readPluginFolder, zipFiles } from '@sekisho/dify-plugin/packer';
import { bundlePlugin } from '../../scripts/dify/bundle-plugin.ts';
import type { PluginSide } from './plugin-under-test.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/sekisho-dify');

/** Both sides, installed like the daemon does, and ours a second time with one line for each word. */
export interface Sides {
  readonly ours: PluginSide;
  readonly oursLineByLine: PluginSide;
  readonly python: PluginSide;
  readonly remove: () => Promise<void>;
}

/** Creates the folders with uv and the packages of PyPI. */
export async function prepareSides(): Promise<Sides> {
  const tools = await preparePython(CACHE, env.inherited());
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'bench-'));
  const oursFolder = join(folder, 'ours');
  await preparePluginFolder((await buildPackage('echo')).bytes, oursFolder, tools);
  const lineFolder = join(folder, 'line-by-line');
  await cp(oursFolder, lineFolder, { recursive: true, verbatimSymlinks: true });
  const { code } = await bundlePlugin(join(import.meta.dirname, 'one-line-a-word.ts'), ROOT);
  await writeFile(join(lineFolder, 'dist/plugin.mjs'), code);
  const pythonFolder = join(folder, 'python');
  const files = await readPluginFolder(join(import.meta.dirname, 'python-plugin'));
  await preparePluginFolder(zipFiles(files), pythonFolder, tools);
  const echo = { provider: 'echo', model: 'echo-1', env: tools.env };
  return {
    ours: { ...echo, name: 'ours', folder: oursFolder },
    oursLineByLine: { ...echo, name: 'ours, line by line', folder: lineFolder },
    python: { name: 'Python SDK', folder: pythonFolder, provider: 'words', model: 'words-1', env: tools.env },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
