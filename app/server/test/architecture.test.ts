import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What every subject may import. */
const SHARED = ['errors', 'http', 'identity', 'observability', 'storage'];

/** The folders that each folder may import besides itself. `composition` and the files at the top level may import all. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  chat: [...SHARED, 'processes'],
  processes: SHARED,
  approvals: [...SHARED, 'runs', 'audit'],
  policies: [...SHARED, 'runs', 'audit'],
  playground: [...SHARED, 'runs', 'audit'],
  'run-host': [...SHARED, 'runs', 'policies', 'playground'],
  audit: [...SHARED, 'runs'],
  access: [...SHARED, 'audit'],
  events: [...SHARED, 'access'],
  files: [...SHARED, 'access'],
  stats: [...SHARED, 'runs'],
  status: [...SHARED, 'runs', 'events'],
  mcp: SHARED,
  runs: SHARED,
  http: ['errors', 'identity', 'storage'],
  storage: ['errors'],
  identity: ['errors'],
  observability: [],
  errors: [],
  config: [],
};

type Layer = 'interfaces' | 'infrastructure' | 'application' | 'port' | 'domain';

/** The layer of a file inside a subject, by the first pattern that matches its path. The remaining files are domain. */
const LAYERS: readonly (readonly [pattern: RegExp, layer: Layer])[] = [
  // The design names this service as a part of the domain.
  [/\/ai-conversation-service\.ts$/, 'domain'],
  [/^storage\/(?:page|versioned)\.ts$/, 'domain'],
  [/^http\/write-csv-line\.ts$/, 'domain'],
  [/^storage\/require-removed\.ts$/, 'domain'],
  [/^(?:storage|run-host|mcp)\//, 'infrastructure'],
  [/^chat\/model\//, 'infrastructure'],
  [/\/(?:sqlite|postgres|memory|prometheus|japanese|demo|openid)-[\w-]+\.ts$/, 'infrastructure'],
  [/\/(?:read-console-files|is-build-stale|scenario-model)\.ts$|-(?:tables|rows)\.ts$/, 'infrastructure'],
  [/^http\//, 'interfaces'],
  [/-(?:routes|schemas|views|guards|cookie|gateway|connection)\.ts$/, 'interfaces'],
  [/-store\.ts$|\/(?:run-host|ai-conversation-responder|identity-provider)\.ts$/, 'port'],
  [/-(?:service|use-case|reader|parser|builder|assembler|mapper)\.ts$/, 'application'],
  [/-(?:hub|queue|ledger|updater|executor|index|seal)\.ts$/, 'application'],
  [/\/(?:sweeper|make-reply|name-conflict|resolve-steps|decide-many|decision-record)\.ts$/, 'application'],
];

/** The layers that each layer may import. */
const DIRECTIONS: Readonly<Record<Layer, readonly Layer[]>> = {
  interfaces: ['interfaces', 'application', 'port', 'domain'],
  infrastructure: ['infrastructure', 'application', 'port', 'domain'],
  application: ['application', 'port', 'domain'],
  port: ['port', 'domain'],
  domain: ['domain', 'port'],
};

/** The packages that only one layer may import. */
const RESTRICTED_PACKAGES: readonly (readonly [pattern: RegExp, layer: Layer])[] = [
  [/^(?:hono|@hono\/)/, 'interfaces'],
  [/^(?:@sekisho\/|@holiday-jp\/|openid-client$|node:sqlite)/, 'infrastructure'],
];

const MAX_FILES = 18;

const source = join(import.meta.dirname, '../src');
const subjectOf = (file: string) => file.split('/')[0] ?? '';
const layerOf = (file: string): Layer => LAYERS.find(([pattern]) => pattern.test(file))?.[1] ?? 'domain';

interface Import {
  readonly file: string;
  readonly target: string;
  readonly isType: boolean;
}

describe('architecture', async () => {
  const files = new Map<string, string>();
  for await (const name of glob('**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] }))
    files.set(name.split(sep).join('/'), await readFile(join(source, name), 'utf8'));
  const subjectFiles = [...files].filter(([file]) => file.includes('/') && subjectOf(file) !== 'composition');
  const imports = subjectFiles.flatMap(([file, text]) => importsOf(file, text));
  const inner = imports.filter(({ target }) => !isPackage(target));
  const outer = imports.filter(({ target }) => isPackage(target));
  const crossings = inner.filter(({ file, target }) => subjectOf(file) !== subjectOf(target));

  it('finds files and imports in every subject and layer', () => {
    expect(inner.length).toBeGreaterThan(200);
    expect(outer.length).toBeGreaterThan(50);
    expect(new Set(subjectFiles.map(([file]) => subjectOf(file)))).toEqual(new Set(Object.keys(SUBJECTS)));
    expect(new Set(subjectFiles.map(([file]) => layerOf(file)))).toEqual(new Set(Object.keys(DIRECTIONS)));
  });

  it('has a file for every pattern of a layer', () => {
    const unused = LAYERS.filter(([pattern]) => !subjectFiles.some(([file]) => pattern.test(file)));
    expect(unused).toEqual([]);
  });

  it('allows a subject to import only the listed subjects', () => {
    expect(
      crossings.filter(({ file, target }) => !SUBJECTS[subjectOf(file)]?.includes(subjectOf(target))),
    ).toEqual([]);
  });

  it('lists subjects without cycles', () => {
    const reached = (from: string, seen = new Set<string>()): Set<string> => {
      for (const next of SUBJECTS[from] ?? []) if (!seen.has(next)) reached(next, seen.add(next));
      return seen;
    };
    expect(Object.keys(SUBJECTS).filter((subject) => reached(subject).has(subject))).toEqual([]);
  });

  it('lets routes use services, services use the domain, and stores implement ports', () => {
    // The schemas of requests are the source of their types.
    const bound = inner.filter(({ target, isType }) => !(isType && target.endsWith('-schemas.ts')));
    expect(bound.filter(({ file, target }) => !DIRECTIONS[layerOf(file)].includes(layerOf(target)))).toEqual(
      [],
    );
  });

  it('never imports the routes of another file', () => {
    expect(inner.filter(({ target }) => target.endsWith('-routes.ts'))).toEqual([]);
  });

  it.each(RESTRICTED_PACKAGES)('allows only one layer to import %s', (pattern, layer) => {
    const known = outer.filter(({ target }) => pattern.test(target));
    expect(known.length).toBeGreaterThan(0);
    expect(known.filter(({ file }) => layerOf(file) !== layer)).toEqual([]);
  });

  it('reads the environment in one file', () => {
    expect([...files].filter(([, text]) => text.includes('process.env')).map(([file]) => file)).toEqual([
      'config/env.ts',
    ]);
  });

  it(`has at most ${MAX_FILES} files in a folder`, () => {
    const folders = Map.groupBy(files.keys(), (file) => dirname(file));
    expect([...folders].filter(([, names]) => names.length > MAX_FILES).map(([folder]) => folder)).toEqual(
      [],
    );
  });
});

function isPackage(target: string): boolean {
  return !target.endsWith('.ts');
}

/** Returns the imports of a file: other files by their path below the sources, packages by name. */
function importsOf(file: string, text: string): Import[] {
  const statements = text.matchAll(/(^import type \{[^}]*\} )?(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm);
  return [...statements].map(([, type, target = '']) => ({
    file,
    isType: type !== undefined,
    target: target.startsWith('.')
      ? relative(source, join(source, dirname(file), target))
          .split(sep)
          .join('/')
      : target,
  }));
}
