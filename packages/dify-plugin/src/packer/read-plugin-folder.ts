import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { PluginError } from '../errors/plugin-error.ts';
import type { PackageFiles } from './package-files.ts';

const NEVER_PACKED = /^(?:node_modules|\.venv|__pycache__|\.git|\.DS_Store|\.npmrc|\.env(?:\..*)?)$/;

/** The selection of files for a package. */
export type FolderOptions = {
  /** Called for each path inside the folder. Secrets, caches and dependencies are excluded before. */
  include?(path: string): boolean;
};

/** Reads the files of a plugin's folder. Links are rejected, because the daemon would unpack them as text. */
export async function readPluginFolder(folder: string, options: FolderOptions = {}): Promise<PackageFiles> {
  const files = new Map<string, Uint8Array>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (path.split('/').some((part) => NEVER_PACKED.test(part)) || options.include?.(path) === false)
      continue;
    if (entry.isSymbolicLink())
      throw new PluginError('PluginInternalError', `"${path}" is a link. Replace it with the file.`);
    if (entry.isFile()) files.set(path, await readFile(join(folder, path)));
  }
  return files;
}
