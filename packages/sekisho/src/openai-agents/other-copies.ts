import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCallable, read } from './read-value.ts';
import { ambientScope, type RunScope } from './run-scope.ts';
import type { AgentsCore, AnyAgent } from './upstream.ts';

/** One installed copy of the Agents SDK, or a package that contains one. */
export interface SdkCopy {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** The loaded copies of the Agents SDK in which every patch is installed. */
export const patchedCopies = new Set<AgentsCore>();

/** Returns whether the value is an agent of a patched copy. */
export function isPatchedAgent(value: unknown): value is AnyAgent {
  for (const copy of patchedCopies) if (value instanceof copy.Agent) return true;
  return false;
}

/** Returns whether the value is a runner of a patched copy. */
export function isPatchedRunner(value: unknown): boolean {
  for (const copy of patchedCopies) if (value instanceof copy.Runner) return true;
  return false;
}

/** Throws for an agent of another copy, because its tools do not pass the gate. */
export function requirePatchedAgent(scope: RunScope, agent: unknown): void {
  if (isPatchedAgent(agent) || !isCallable(read(agent, 'getAllTools'))) return;
  const name = String(read(agent, 'name'));
  const others = otherInstalledCopies().map(nameOfCopy);
  const where = others.length > 0 ? ` Other installed copies: ${others.join(', ')}.` : '';
  throw refuse(
    scope,
    name,
    `Agent "${name}" was created by another copy of the Agents SDK. Only ${nameOfCopy(ownCopy())} has the patches.${where}`,
  );
}

/**
 * Wraps `emit` of Node's EventEmitter, so that every run of a copy of the Agents SDK without patches is rejected inside a
 * gated run, whatever its version and however it was loaded. All copies announce the start of an agent and of a tool
 * through it, synchronously and before the model is called or the tool runs, and an exception there ends their run. Events
 * of other emitters are unchanged.
 */
export function refuseOtherCopies(original: CallableFunction) {
  return function emit(this: object, ...args: unknown[]): unknown {
    // Access by index, because destructuring would add about 80 ns to every event of the process.
    const event = args[0];
    if (event === 'agent_start' || event === 'agent_tool_start') requirePatchedContext(args[1]);
    return Reflect.apply(original, this, args);
  };
}

/** Throws for the context of another copy. It is the first argument for listeners and an instance of the copy's own class. */
function requirePatchedContext(context: unknown): void {
  const scope = ambientScope.getStore();
  if (!scope) return;
  for (const copy of patchedCopies) if (context instanceof copy.RunContext) return;
  if (!isCallable(read(context, 'isToolApproved'))) return;
  const other = callingCopy();
  throw refuse(
    scope,
    '',
    `${other ? nameOfCopy(other) : 'Another copy of the Agents SDK'} started an agent inside a gated run; only ${nameOfCopy(ownCopy())} has the patches.`,
  );
}

const refuse = (scope: RunScope, wireName: string, why: string) =>
  scope.refuse({ wireName }, `${why} ${DUPLICATE_COPY_HINT}`, { code: 'AGENTS-E-SDK-COPY' });

/** Returns the copy that this package depends on. It is the only copy with patches. */
export function ownCopy(): SdkCopy {
  const file = createRequire(import.meta.url).resolve(CORE);
  return copyAt(file) ?? { name: CORE, version: 'of unknown version', folder: dirname(file) };
}

/**
 * Returns the other copies that a program can load: those in the `node_modules` folders above the program, the working
 * directory and this package. Copies inside bundled files are not found.
 */
export function otherInstalledCopies(): SdkCopy[] {
  const own = realpathSync(ownCopy().folder);
  const starts = [process.cwd(), dirname(process.argv[1] ?? ''), import.meta.dirname];
  const folders = new Set(starts.flatMap(packageFolders).flatMap(coresIn));
  return [...folders].filter((folder) => folder !== own).flatMap((folder) => copyAt(folder) ?? []);
}

/** Returns the copy whose code calls the caller of this function, by the first file of a package in the stack. */
function callingCopy(): SdkCopy | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 50;
  const { stack = '' } = new Error('This error exists only for its stack.');
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

/** Returns the name of a copy for messages. */
export const nameOfCopy = ({ name, version, folder }: SdkCopy) => `${name} ${version} (${folder})`;

/** The remedy for a second copy. */
const DUPLICATE_COPY_HINT =
  'Install one version for all packages: "npm ls @openai/agents-core" shows which package depends on the other one. Then import the Agents SDK from this package only.';

const CORE = '@openai/agents-core';

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

/** Package managers install a second version below the package that needs it, or in a folder with the version in its name. */
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
