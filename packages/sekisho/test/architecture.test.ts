import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Rows from top to bottom. A folder may import from any row below its own, but not from a row above or beside it. */
const LAYERS = [
  ['cli'],
  ['facade'],
  ['runner', 'diagnostics'],
  ['gate', 'approval', 'guardrails', 'mcp', 'skills', 'providers'],
  ['policy', 'audit', 'store'],
  ['sdk', 'config'],
  ['contracts', 'errors'],
];

/** The files that may import the Agents SDK. */
const UPSTREAM_IMPORTERS = [
  /^sdk\//,
  /^facade\//,
  /^(index|sandbox|sandbox-local|utils)\.ts$/,
  /^errors\/sekisho-error\.ts$/,
];

const source = join(import.meta.dirname, '../src');
const rowOf = (folder: string) => LAYERS.findIndex((row) => row.includes(folder));
const folderOf = (file: string) => file.split('/')[0] ?? '';

interface Import {
  readonly file: string;
  readonly target: string;
}

async function readSources(): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  const files = glob('**/*.ts', { cwd: source, exclude: ['**/*.test.ts', '**/*.test-d.ts', 'testing/**'] });
  for await (const file of files)
    sources.set(file.split(sep).join('/'), await readFile(join(source, file), 'utf8'));
  return sources;
}

function importsOf(file: string, text: string): Import[] {
  const statements = text.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm);
  return [...statements].map(([, target = '']) => ({ file, target }));
}

describe('architecture', async () => {
  const sources = await readSources();
  const imports = [...sources].flatMap(([file, text]) => importsOf(file, text));
  const folderImports = imports
    .filter(({ file, target }) => file.includes('/') && target.startsWith('.'))
    .map(({ file, target }) => ({
      file,
      from: folderOf(file),
      to: folderOf(
        relative(source, join(source, dirname(file), target))
          .split(sep)
          .join('/'),
      ),
    }))
    .filter(({ from, to }) => from !== to);

  it('reads sources and imports between folders', () => {
    expect(sources.size).toBeGreaterThan(100);
    expect(folderImports.length).toBeGreaterThan(200);
    for (const folder of ['facade', 'runner', 'gate', 'store', 'sdk'])
      expect(folderImports.some(({ from }) => from === folder)).toBe(true);
  });

  it('lists every folder', () => {
    expect([...sources.keys()].filter((file) => file.includes('/') && rowOf(folderOf(file)) < 0)).toEqual([]);
    expect(folderImports.filter(({ to }) => rowOf(to) < 0)).toEqual([]);
  });

  it('allows only downward imports', () => {
    expect(folderImports.filter(({ from, to }) => rowOf(from) >= rowOf(to))).toEqual([]);
  });

  it('imports upstream only in the listed files', () => {
    const upstream = imports.filter(({ target }) => target.startsWith('@openai/agents'));
    expect(upstream.length).toBeGreaterThan(5);
    expect(upstream.filter(({ file }) => !UPSTREAM_IMPORTERS.some((pattern) => pattern.test(file)))).toEqual(
      [],
    );
  });

  it('never imports the umbrella package, which installs an exporter', () => {
    expect(imports.filter(({ target }) => /^@openai\/agents(\/|$)/.test(target))).toEqual([]);
  });

  it('reads the environment in one file', () => {
    const readers = [...sources].filter(([, text]) =>
      /\bprocess\.env\b|\benv\b[^'\n]*from 'node:process'/.test(text),
    );
    expect(readers.map(([file]) => file)).toEqual(['config/env.ts']);
  });

  it('imports a test runner only from sekisho/testing/vitest', async () => {
    const { exports } = JSON.parse(await readFile(join(source, '../package.json'), 'utf8'));
    const entries = Object.values<Record<string, string>>(exports).flatMap(
      (each) => each['@sekisho/source'] ?? [],
    );
    const withRunner: string[] = [];
    for (const entry of entries) {
      const targets = await reachedFrom(join(source, '..', entry));
      if (targets.has('vitest')) withRunner.push(entry);
    }
    expect(withRunner).toEqual(['./src/testing/vitest.ts']);
  });

  it('exports by name, without export *', () => {
    expect([...sources].filter(([, text]) => /^export \*/m.test(text)).map(([file]) => file)).toEqual([]);
  });
});

/** Returns all direct and indirect imports of a file: files by path, packages by name. */
async function reachedFrom(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(file)) return found;
  found.add(file);
  for (const { target } of importsOf(file, await readFile(file, 'utf8'))) {
    if (target.startsWith('.')) await reachedFrom(join(dirname(file), target), found);
    else found.add(target);
  }
  return found;
}
