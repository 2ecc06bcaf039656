import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** One import of a source file. */
interface Import {
  readonly file: string;
  readonly target: string;
}

/** The sources of one package and their imports. Paths are relative to the folder of the sources. */
export interface Sources {
  readonly texts: ReadonlyMap<string, string>;
  readonly imports: readonly Import[];
  /** The imports between different folders of the package. */
  readonly folderImports: readonly { readonly file: string; readonly from: string; readonly to: string }[];
}

/** Reads the sources of a package without its tests and its entry for tests. */
export async function readSources(folder: string): Promise<Sources> {
  const texts = new Map<string, string>();
  const files = glob('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', '**/*.test-d.ts', 'testing/**'] });
  for await (const file of files)
    texts.set(file.split(sep).join('/'), await readFile(join(folder, file), 'utf8'));
  const imports = [...texts].flatMap(([file, text]) => importsOf(file, text));
  const folderImports = imports
    .filter(({ file, target }) => file.includes('/') && target.startsWith('.'))
    .map(({ file, target }) => ({ file, from: folderOf(file), to: folderOf(targetOf(folder, file, target)) }))
    .filter(({ from, to }) => from !== to);
  return { texts, imports, folderImports };
}

/** Returns the imports that do not point to a lower row. `rows` lists the folders from top to bottom. */
export function upwardImports({ folderImports }: Sources, rows: readonly (readonly string[])[]) {
  const rowOf = (folder: string) => rows.findIndex((row) => row.includes(folder));
  return folderImports.filter(({ from, to }) => rowOf(from) >= rowOf(to));
}

/** Returns the folders that `rows` does not contain. */
export function unlistedFolders({ texts, folderImports }: Sources, rows: readonly (readonly string[])[]) {
  const listed = new Set(rows.flat());
  const folders = [...texts.keys()].filter((file) => file.includes('/')).map(folderOf);
  return [...new Set([...folders, ...folderImports.map(({ to }) => to)])].filter(
    (folder) => !listed.has(folder),
  );
}

/** Returns all direct and indirect imports of a file: files by path, packages by name. */
export async function reachedFrom(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(file)) return found;
  found.add(file);
  for (const { target } of importsOf(file, await readFile(file, 'utf8'))) {
    if (target.startsWith('.')) await reachedFrom(join(dirname(file), target), found);
    else found.add(target);
  }
  return found;
}

function importsOf(file: string, text: string): Import[] {
  const statements = text.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm);
  return [...statements].map(([, target = '']) => ({ file, target }));
}

const folderOf = (file: string) => file.split('/')[0] ?? '';

const targetOf = (folder: string, file: string, target: string) =>
  relative(folder, join(folder, dirname(file), target))
    .split(sep)
    .join('/');
