import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reachedFrom, readSources, unlistedFolders, upwardImports } from '../../../test/read-imports.ts';

/** Rows from top to bottom. A folder may import from any row below its own, but not from a row above or beside it. */
const LAYERS = [
  ['facade'],
  ['runner', 'diagnostics'],
  ['guardrails', 'skills', 'providers'],
  ['openai-agents'],
];

/** The files that may import the Agents SDK. */
const UPSTREAM_IMPORTERS = [/^openai-agents\//, /^facade\//, /^(index|sandbox|sandbox-local|utils)\.ts$/];

const folder = join(import.meta.dirname, '../src');

describe('the architecture of the drop-in', async () => {
  const sources = await readSources(folder);

  it('reads sources and imports between folders', () => {
    expect(sources.texts.size).toBeGreaterThan(80);
    expect(sources.folderImports.length).toBeGreaterThan(50);
  });

  it('lists every folder', () => {
    expect(unlistedFolders(sources, LAYERS)).toEqual([]);
  });

  it('allows only downward imports', () => {
    expect(upwardImports(sources, LAYERS)).toEqual([]);
  });

  it('imports upstream only in the listed files', () => {
    const upstream = sources.imports.filter(({ target }) => target.startsWith('@openai/agents'));
    expect(upstream.length).toBeGreaterThan(5);
    expect(upstream.filter(({ file }) => !UPSTREAM_IMPORTERS.some((pattern) => pattern.test(file)))).toEqual(
      [],
    );
  });

  it('never imports the umbrella package, which installs an exporter', () => {
    expect(sources.imports.filter(({ target }) => /^@openai\/agents(\/|$)/.test(target))).toEqual([]);
  });

  it('imports the engine by its package name', () => {
    expect(sources.imports.filter(({ target }) => target.includes('engine/src'))).toEqual([]);
  });

  it('reads the environment through the engine', () => {
    const readers = [...sources.texts].filter(([, text]) =>
      /\bprocess\.env\b|\benv\b[^'\n]*from 'node:process'/.test(text),
    );
    expect(readers.map(([file]) => file)).toEqual([]);
  });

  it('imports a test runner only from sekisho/testing/vitest', async () => {
    const { exports } = JSON.parse(await readFile(join(folder, '../package.json'), 'utf8'));
    const entries = Object.values<Record<string, string>>(exports).flatMap(
      (each) => each['@sekisho/source'] ?? [],
    );
    const withRunner: string[] = [];
    for (const entry of entries)
      if (/vitest/.test([...(await reachedFrom(join(folder, '..', entry)))].join(' ')))
        withRunner.push(entry);
    expect(withRunner).toEqual(['./src/testing/vitest.ts']);
  });

  it('uses export * only for modules of upstream that need no gate, and for types', () => {
    const stars = sources.imports.filter(({ file, target }) =>
      sources.texts.get(file)?.includes(`export * from '${target}'`),
    );
    expect(stars.map(({ target }) => target).toSorted()).toEqual([
      '@openai/agents-core/sandbox',
      '@openai/agents-core/sandbox/local',
      '@openai/agents-core/utils',
    ]);
    const ofTypes = [...sources.texts].filter(([, text]) => /^export type \*/m.test(text));
    expect(ofTypes.map(([file]) => file)).toEqual(['index.ts']);
  });
});
