import { readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { propertyOf } from '../wire/json-value.ts';
import { SekishoError } from '../errors/sekisho-error.ts';

const MAX_LENGTH = 214;
const UNNAMED = 'unnamed';

/** Validates a configured application name. `source` names the setting in the error message. */
export function checkApplication(name: string, source: string): string {
  // Only visible characters are accepted, because the name is displayed with each run.
  if (/^[^\p{C}\p{Z}]+(?: [^\p{C}\p{Z}]+)*$/u.test(name) && name.length <= MAX_LENGTH) return name;
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    `${source} must be a name of 1 to ${MAX_LENGTH} visible characters, for example "shop".`,
  );
}

/**
 * Returns the name of the application that a program belongs to: the `name` in the nearest package.json that has one,
 * starting in the folder of the main script. For a script in node_modules, which is a command such as `sekisho`, and
 * for a program without a script, the search starts in the working directory. Returns "unnamed" when there is no name.
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
    const name = propertyOf(manifest, 'name');
    return typeof name === 'string' ? checkApplication(name, 'name in package.json') : undefined;
  } catch {
    // The file is missing, unreadable or has no usable name, so the parent folder is searched.
    return undefined;
  }
}
