import { join } from 'node:path';
import {
  packPlugin,
  readPluginFolder,
  type PackageFiles,
  type PackResult,
  type SigningOptions,
} from '../../packages/dify-plugin/src/packer/index.ts';
import { bundlePlugin } from './bundle-plugin.ts';
import { collectLicenses } from './collect-licenses.ts';

/** What a package is built from. */
export type PackageSource = {
  /** The repository. */
  root: string;
  /** The plugin's folder, with `manifest.yaml` and `main.ts`. */
  folder: string;
  /** False leaves Node out of the requirements, for machines that have one and no way to an index. */
  withNodeWheel?: boolean;
  signing?: SigningOptions;
};

const LAUNCHER = 'packages/dify-plugin/launcher';
const PACKED_FOLDERS = /^(?:_assets|readme)\//;
const PACKED_YAML = /^(?:provider|models|strategies|tools)\/.*\.yaml$/;
const PACKED_FILES: ReadonlySet<string> = new Set(['manifest.yaml', 'README.md', 'PRIVACY.md']);

/** Builds, checks and packs one plugin. */
export async function buildPluginPackage(source: PackageSource): Promise<PackResult> {
  return packPlugin(await collectPackageFiles(source), source.signing);
}

/** Every file of a package: the plugin's own, the launcher, the bundle and the licences of what is in it. */
async function collectPackageFiles(source: PackageSource): Promise<PackageFiles> {
  const { root, folder, withNodeWheel = true } = source;
  const own = await readPluginFolder(folder, { include: isPacked });
  const launcher = await readPluginFolder(join(root, LAUNCHER));
  const bundle = await bundlePlugin(join(folder, 'main.ts'), root);
  return new Map<string, Uint8Array>([
    ...own,
    ...launcher,
    ...(withNodeWheel ? [] : [['requirements.txt', new Uint8Array()] as const]),
    ['dist/plugin.mjs', Buffer.from(bundle.code)],
    ['THIRD_PARTY_LICENSES.txt', Buffer.from(await collectLicenses(bundle.modules))],
  ]);
}

function isPacked(path: string): boolean {
  return PACKED_FILES.has(path) || PACKED_FOLDERS.test(path) || PACKED_YAML.test(path);
}
