import { isAbsolute, join, relative, sep } from 'node:path';
import { SekishoError } from '@sekisho/engine';
import type { SkillFileSystem } from './skill-file-system.ts';

/** Returns whether a resolved path is the directory itself or is inside of it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}

/**
 * Returns the real path of a file that a skill or a model named. Throws when the path is outside of the skill's
 * directory.
 */
export async function confinePath(
  fileSystem: SkillFileSystem,
  folder: string,
  named: string,
): Promise<string> {
  const problem = findProblem(named);
  if (problem) throw outside(named, problem);
  const real = await fileSystem.realPath(join(folder, named)).catch((cause: unknown) => {
    throw new SekishoError('AGENTS-E-SKILL-NOT-FOUND', `The skill has no file "${named}".`, { cause });
  });
  // The directory is resolved again because it may have been replaced by a link after the skill was loaded.
  const realFolder = await fileSystem.realPath(folder);
  if (realFolder !== folder || !isInside(realFolder, real))
    throw outside(named, 'it leads out of the folder');
  return real;
}

function findProblem(named: string): string | undefined {
  if (named === '' || named.includes('\0')) return 'it is not a path';
  if (isAbsolute(named) || /^[A-Za-z]:|^[\\/~]/.test(named)) return 'it is not relative';
  const parts = named.split(/[\\/]/);
  if (parts.includes('..')) return 'it contains ".."';
  // Hidden files contain keys and tool settings. No skill needs a model to read them.
  return parts.some((part) => part.startsWith('.') && part !== '.') ? 'it names a hidden file' : undefined;
}

function outside(named: string, reason: string): SekishoError {
  return new SekishoError(
    'AGENTS-E-SKILL-NOT-FOUND',
    `The path ${JSON.stringify(named.slice(0, 200))} was rejected because ${reason}. Use a path from the skill's list of files.`,
  );
}
