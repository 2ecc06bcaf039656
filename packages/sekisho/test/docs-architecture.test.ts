import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PATCHES } from '../src/openai-agents/patches.ts';
import { blocksOf, readPage, ROOT } from './programs/doc-pages.ts';

const PAGE = 'ARCHITECTURE.md';
const SOURCES = ['packages/engine/src', 'packages/sekisho/src'];
const packageSchema = z.object({ exports: z.record(z.string(), z.unknown()) });

describe('the map in ARCHITECTURE.md', () => {
  const prose = readPage(PAGE).replaceAll(/^```[^]*?^```$/gm, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);

  it('names only existing files and folders', async () => {
    const paths = spans.filter((text) => /^[\w.-]+(?:\/[\w.-]*)+$|^[\w-]+\.ts$/.test(text));
    expect(paths.length).toBeGreaterThan(70);
    const entries = await entriesOf('packages/sekisho');
    const isThere = (path: string) =>
      existsSync(join(ROOT, path)) ||
      SOURCES.some((folder) => existsSync(join(ROOT, folder, path))) ||
      entries.includes(path);
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  it('lists all packages, apps and folders with programs', async () => {
    const packages = (await filesOf('{packages,app}/*/package.json')).map((file) => dirname(file));
    const folders = (await filesOf('*/*.{ts,md}')).map((file) => dirname(file));
    expect(packages.length).toBeGreaterThan(8);
    const shown = [...packages, ...folders].filter((folder) => folder !== 'docs');
    expect([...new Set(shown)].filter((folder) => !spans.includes(folder))).toEqual([]);
  });

  it.each(SOURCES)('lists all folders, entries and patches of %s', async (sources) => {
    const layers = blocksOf(PAGE).filter(({ text }) => /^(?:wire, errors|openai-agents) /m.test(text));
    const listed = layers.flatMap(({ text }) =>
      [...text.matchAll(/^[\w-]+(?:, [\w-]+)*/gm)].flatMap(([row]) => row.split(', ')),
    );
    const folders = new Set((await filesOf(`${sources}/*/**/*.ts`)).map((file) => file.split('/')[3] ?? ''));
    expect([...folders].filter((folder) => ![...listed, 'testing'].includes(folder))).toEqual([]);
    const files = [
      ...(await filesOf(`${sources}/*.ts`)),
      ...(await filesOf(`${sources}/openai-agents/{patch,gate}*.ts`)),
    ];
    expect(files.length).toBeGreaterThan(2);
    const missing = files.filter((file) => !spans.includes(file.slice(sources.length + 1)));
    expect(missing.filter((file) => !file.endsWith('.test.ts'))).toEqual([]);
  });

  it.each([PAGE, 'docs/upstream-interceptor.md'])('lists all patches in %s', (page) => {
    const text = readPage(page);
    const names = PATCHES.map(({ owner, method }) => `\`${owner}.${method}\``);
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });
});

it('docs/upstream-interceptor.md names only functions of the installed upstream', async () => {
  const named = [...readPage('docs/upstream-interceptor.md').matchAll(/`(?:\w+\.)?(\w+)\(\)`/g)];
  const core = dirname(createRequire(import.meta.url).resolve('@openai/agents-core'));
  const files = await Array.fromAsync(glob('**/*.mjs', { cwd: core }));
  const source = (await Promise.all(files.map((file) => readFile(join(core, file), 'utf8')))).join('\n');
  expect(named.length).toBeGreaterThan(12);
  const missing = named.filter(
    ([, name = '']) => !new RegExp(`(?:function\\*? |\\s|async )${name}\\(.*\\{`).test(source),
  );
  expect(missing.map(([, name]) => name)).toEqual([]);
});

/** Returns the import specifiers of a package. */
async function entriesOf(folder: string): Promise<string[]> {
  const text = await readFile(join(ROOT, folder, 'package.json'), 'utf8');
  const { exports } = packageSchema.parse(JSON.parse(text));
  return Object.keys(exports).map((entry) => join('sekisho', entry));
}

async function filesOf(pattern: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] }))
    files.push(file);
  return files.toSorted();
}
