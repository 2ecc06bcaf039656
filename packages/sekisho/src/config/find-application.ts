import { readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { SekishoError } from '../errors/sekisho-error.ts';

const MAX_LENGTH = 214;
const UNNAMED = 'unnamed';

/** Checks the name of an application that a person set; `source` is where it was set. */
export function checkApplication(name: string, source: string): string {
  // Letters that a person can see, because the name is shown wherever the run is.
  if (/^[^\p{C}\p{Z}]+(?: [^\p{C}\p{Z}]+)*$/u.test(name) && name.length <= MAX_LENGTH) return name;
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    `${source} must be a name of 1 to ${MAX_LENGTH} visible characters, for example "shop".`,
  );
}

/**
 * The name of the application that a program belongs to: the `name` in the nearest package.json that has one, from the folder
 * of the main script upwards. A script in node_modules is a command such as `sekisho`, so the search begins in the working
 * directory instead, as it does when there is no script. Without any name it is "unnamed".
 */
export function findApplication(program: {
  readonly script?: string | undefined;
  readonly directory: string;
}): string {
  const { script, directory } = program;
  const isOwn = script !== undefined && !script.split(sep).includes('node_modules');
  return (isOwn ? nameAbove(dirname(script)) : undefined) ?? nameAbove(directory) ?? UNNAMED;
}

function nameAbove(folder: string): string | undefined {
  const name = nameIn(folder);
  if (name !== undefined) return name;
  const parent = dirname(folder);
  return parent === folder ? undefined : nameAbove(parent);
}

function nameIn(folder: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const name: unknown =
      typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'name') : undefined;
    return typeof name === 'string' ? checkApplication(name, 'name in package.json') : undefined;
  } catch {
    // Missing, unreadable or without a usable name: the next folder may have one.
    return undefined;
  }
}
