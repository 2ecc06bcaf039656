import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reachedFrom, readSources, unlistedFolders, upwardImports } from '../../../test/read-imports.ts';

/** Rows from top to bottom. A folder may import from any row below its own, but not from a row above or beside it. */
const LAYERS = [
  ['run', 'diagnostics'],
  ['turn'],
  ['durable', 'queue'],
  ['gate', 'approval', 'mcp'],
  ['policy', 'audit', 'store'],
  ['config', 'checks'],
  ['wire', 'errors'],
];

const folder = join(import.meta.dirname, '../src');

describe('the architecture of the engine', async () => {
  const sources = await readSources(folder);

  it('reads sources and imports between folders', () => {
    expect(sources.texts.size).toBeGreaterThan(100);
    expect(sources.folderImports.length).toBeGreaterThan(200);
  });

  it('lists every folder', () => {
    expect(unlistedFolders(sources, LAYERS)).toEqual([]);
  });

  it('allows only downward imports', () => {
    expect(upwardImports(sources, LAYERS)).toEqual([]);
  });

  it('imports no agent framework and no model client', () => {
    const foreign = sources.imports.filter(({ target }) => /^(@openai\/|openai|ai$|@langchain)/.test(target));
    expect(foreign).toEqual([]);
  });

  it('reads the environment in one file', () => {
    const readers = [...sources.texts].filter(([, text]) =>
      /\bprocess\.env\b|\benv\b[^'\n]*from 'node:process'/.test(text),
    );
    expect(readers.map(([file]) => file)).toEqual(['config/env.ts']);
  });

  it('imports a test runner only from @sekisho/engine/testing/vitest', async () => {
    const { exports } = JSON.parse(await readFile(join(folder, '../package.json'), 'utf8'));
    const entries = Object.values<Record<string, string>>(exports).flatMap(
      (each) => each['@sekisho/source'] ?? [],
    );
    const withRunner: string[] = [];
    for (const entry of entries)
      if ((await reachedFrom(join(folder, '..', entry))).has('vitest')) withRunner.push(entry);
    expect(withRunner).toEqual(['./src/testing/vitest.ts']);
  });

  it('exports by name, without export *', () => {
    expect([...sources.texts].filter(([, text]) => /^export \*/m.test(text)).map(([file]) => file)).toEqual(
      [],
    );
  });
});
