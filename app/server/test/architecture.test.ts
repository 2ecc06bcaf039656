import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What each layer may import besides itself. Files at the top level compose the layers. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  interfaces: ['application', 'domain'],
  infrastructure: ['application', 'domain'],
  application: ['domain'],
  domain: [],
  config: [],
};

/** The packages that only one layer may import. */
const RESTRICTED_PACKAGES: readonly (readonly [pattern: RegExp, layer: string])[] = [
  [/^(?:hono|@hono\/)/, 'interfaces'],
  [/^(?:@sekisho\/|@holiday-jp\/|node:sqlite)/, 'infrastructure'],
];

const source = join(import.meta.dirname, '../src');
const layerOf = (path: string) => relative(source, path).split(sep)[0] ?? '';

type Import = { from: string; to: string; file: string };

async function findImports() {
  const inner: Import[] = [];
  const outer: Import[] = [];
  const envReaders: string[] = [];
  for await (const file of glob('*/**/*.ts', { cwd: source, exclude: ['**/*.test.ts'] })) {
    const text = await readFile(join(source, file), 'utf8');
    const from = layerOf(join(source, file));
    for (const [, target = ''] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      if (!target.startsWith('.')) outer.push({ from, to: target, file });
      else inner.push({ from, to: layerOf(join(source, dirname(file), target)), file });
    }
    if (text.includes('process.env')) envReaders.push(file);
  }
  return { crossings: inner.filter(({ from, to }) => from !== to), outer, envReaders };
}

describe('architecture', async () => {
  const { crossings, outer, envReaders } = await findImports();

  it('finds imports', () => {
    expect(crossings.length).toBeGreaterThan(40);
    expect(outer.length).toBeGreaterThan(20);
  });

  it('allows interfaces to use the application, the application the domain, and infrastructure to implement their ports', () => {
    expect(crossings.filter(({ from, to }) => !ALLOWED[from]?.includes(to))).toEqual([]);
  });

  it.each(RESTRICTED_PACKAGES)('allows only one layer to import %s', (pattern, layer) => {
    const known = outer.filter(({ to }) => pattern.test(to));
    expect(known.length).toBeGreaterThan(0);
    expect(known.filter(({ from }) => from !== layer)).toEqual([]);
  });

  it('reads the environment in one file', () => {
    expect(envReaders).toEqual(['config/env.ts']);
  });
});
