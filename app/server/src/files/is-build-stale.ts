import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['src/**/*', 'public/**/*', 'index.html', 'vite.config.ts', 'package.json'];

/** Returns whether the console in this folder is not built, or was changed after the build. */
export function isBuildStale(folder: string): boolean {
  const built = changedAt(join(folder, 'dist/index.html'));
  return (
    built === undefined ||
    globSync(SOURCES, { cwd: folder }).some((file) => isNewer(join(folder, file), built))
  );
}

const isNewer = (path: string, time: number) => (changedAt(path) ?? 0) > time;

function changedAt(path: string): number | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.mtimeMs : undefined;
}
