import { access, constants, glob } from 'node:fs/promises';

/** Returns the first of these paths or patterns that is an executable file. */
export async function findExecutable(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    for await (const path of glob(candidate)) {
      if (await isExecutable(path)) return path;
    }
  }
  return undefined;
}

/** Returns the path of a program in every folder of a search path. */
export function onPath(name: string, searchPath: string): string[] {
  return searchPath
    .split(':')
    .filter((folder) => folder !== '')
    .map((folder) => `${folder}/${name}`);
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
