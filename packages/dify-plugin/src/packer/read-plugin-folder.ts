import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { PluginError } from '../errors/plugin-error.ts';
import type { PackageFiles } from './package-files.ts';

const NEVER_PACKED = /^(?:node_modules|\.venv|__pycache__|\.git|\.DS_Store|\.npmrc|\.env(?:\..*)?)$/;

/** Which files of a folder belong into a package. */
export type FolderOptions = {
  /** Asked about each path inside the folder. Secrets, caches and dependencies are left out before. */
  include?(path: string): boolean;
};

/** The files of a plugin's folder. A link is refused: the daemon would unpack it as text. */
export async function readPluginFolder(folder: string, options: FolderOptions = {}): Promise<PackageFiles> {
  const files = new Map<string, Uint8Array>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (path.split('/').some((part) => NEVER_PACKED.test(part)) || options.include?.(path) === false)
      continue;
    if (entry.isSymbolicLink())
      throw new PluginError('PluginInternalError', `"${path}" is a link; pack the file itself.`);
    if (entry.isFile()) files.set(path, await readFile(join(folder, path)));
  }
  return files;
}
