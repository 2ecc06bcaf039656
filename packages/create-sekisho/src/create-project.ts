import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { manifestFile } from './require-node.ts';

/** The templates of projects, with their descriptions. */
export const TEMPLATES = {
  mail: {
    en: 'a mail assistant in the terminal',
    ja: 'メールのアシスタント（ターミナル）',
  },
  'customer-service': {
    en: 'customer service with a web page',
    ja: '顧客対応（Web ページ付き）',
  },
} as const;

export type TemplateName = keyof typeof TEMPLATES;

export const isTemplate = (name: string | undefined): name is TemplateName =>
  name !== undefined && Object.hasOwn(TEMPLATES, name);

/** Returns why nothing can be created in the folder. */
export function folderProblem(folder: string): 'exists' | 'is a file' | undefined {
  if (!existsSync(folder)) return undefined;
  if (!statSync(folder).isDirectory()) return 'is a file';
  // A new repository counts as an empty folder.
  return readdirSync(folder).every((name) => name === '.git') ? undefined : 'exists';
}

interface Manifest {
  name: string;
  dependencies: Record<string, string>;
  overrides?: Record<string, string>;
}

/**
 * Writes the files of a template into a new folder. Packages of Sekisho get the version of this one, or the files in `packages`, where
 * `npm run pack:all` has put them.
 */
export function createProject(folder: string, template: TemplateName, packages: string | undefined): void {
  const own = manifestFile();
  mkdirSync(folder, { recursive: true });
  cpSync(join(dirname(own), 'templates', template), folder, { recursive: true });
  // npm leaves files of this name out of a package.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  const file = join(folder, 'package.json');
  const manifest: Manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.name = packageName(basename(folder));
  // The versions that the templates were tested with.
  const { devDependencies: tested } = JSON.parse(readFileSync(own, 'utf8'));
  const files = packages === undefined ? {} : packedFiles(packages);
  for (const name of Object.keys(manifest.dependencies).filter(isOurs))
    manifest.dependencies[name] = files[name] ?? `^${tested[name]}`;
  // The packages depend on versions of each other that are not on npm, so npm must use the files for these, too.
  const others = Object.entries(files).filter(([name]) => !Object.hasOwn(manifest.dependencies, name));
  if (others.length > 0) manifest.overrides = Object.fromEntries(others);
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

const isOurs = (name: string) => name === 'sekisho' || name.startsWith('@sekisho/');

/** A name that npm accepts. */
const packageName = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[-._]+|-+$/g, '') || 'agent';

/** The packed files in a folder, by the name of their package: `sekisho-engine-0.1.0.tgz` is `@sekisho/engine`. */
export function packedFiles(folder: string): Readonly<Record<string, string>> {
  const found = readdirSync(folder).flatMap((file) => {
    const [, name = ''] = /^(sekisho(?:-[a-z][a-z-]*)?)-\d[^/]*\.tgz$/.exec(file) ?? [];
    return name === ''
      ? []
      : [[name.replace(/^sekisho-/, '@sekisho/'), `file:${join(folder, file)}`] as const];
  });
  return Object.fromEntries(found);
}
