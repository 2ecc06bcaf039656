import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One installed copy of the Agents SDK, or a package that contains one. */
export interface SdkCopy {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** The copy that this package depends on, the only one with hooks. */
export function ownCopy(): SdkCopy {
  const file = createRequire(import.meta.url).resolve(CORE);
  return copyAt(file) ?? { name: CORE, version: 'of unknown version', folder: dirname(file) };
}

/**
 * The other copies that a program can load: those in the folders of packages on the way up from the program, the working
 * directory and this package. What a bundler put into another file is not found here.
 */
export function otherInstalledCopies(): SdkCopy[] {
  const own = realpathSync(ownCopy().folder);
  const starts = [process.cwd(), dirname(process.argv[1] ?? ''), import.meta.dirname];
  const folders = new Set(starts.flatMap(packageFolders).flatMap(coresIn));
  return [...folders].filter((folder) => folder !== own).flatMap((folder) => copyAt(folder) ?? []);
}

/** The copy whose code calls the function that calls this one, by the first file of a package in the stack. */
export function callingCopy(): SdkCopy | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const { stack = '' } = new Error('Only the stack is of interest.');
  Error.stackTraceLimit = limit;
  const own = copyAt(import.meta.filename)?.folder;
  for (const [, location = ''] of stack.matchAll(
    /(?:\(|at |async )((?:file:\/\/)?\/[^()\n]*?|[A-Za-z]:\\[^()\n]*?):\d+:\d+/g,
  )) {
    const copy = copyAt(location.startsWith('file:') ? fileURLToPath(location) : location);
    if (copy && copy.folder !== own) return copy;
  }
  return undefined;
}

/** How messages name a copy. */
export const nameOfCopy = ({ name, version, folder }: SdkCopy) => `${name} ${version} (${folder})`;

/** What to do about a second copy. */
export const DUPLICATE_COPY_HINT =
  'Install one version for all packages: "npm ls @openai/agents-core" shows who brings the other one; then import the Agents SDK from this package only.';

const CORE = '@openai/agents-core';

/** The package that a file or folder belongs to. */
function copyAt(path: string): SdkCopy | undefined {
  for (const folder of upwards(path)) {
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name, version } = readManifest(manifest);
    if (typeof name === 'string') return { name, version: String(version), folder };
  }
  return undefined;
}

function readManifest(path: string): { name?: unknown; version?: unknown } {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}

const packageFolders = (start: string) => upwards(start).map((folder) => join(folder, 'node_modules'));

/** A package manager puts a second version below the package that needs it, or into a folder with the version in its name. */
function coresIn(folder: string): string[] {
  const packages = childrenOf(folder).flatMap((name) =>
    name.startsWith('@') ? childrenOf(join(folder, name)).map((each) => join(name, each)) : [name],
  );
  const linked = childrenOf(join(folder, '.pnpm')).filter((name) => name.startsWith('@openai+agents-core@'));
  return [
    join(folder, CORE),
    ...packages.map((name) => join(folder, name, 'node_modules', CORE)),
    ...linked.map((name) => join(folder, '.pnpm', name, 'node_modules', CORE)),
  ].flatMap((path) => (existsSync(path) ? [realpathSync(path)] : []));
}

function upwards(path: string): string[] {
  const folders = [path];
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) folders.push(dirname(folder));
  return folders;
}

function childrenOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
