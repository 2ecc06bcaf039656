import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The layers from top to bottom. A folder may import from rows below its own, never from its own row or above. */
const LAYERS = [
  ['run', 'packer'],
  ['transports'],
  ['session'],
  ['plugin'],
  ['dify', 'requests'],
  ['messages'],
  ['errors', 'flow'],
  ['wire', 'config'],
];

const source = join(import.meta.dirname, '../src');
const folderOf = (path: string) => relative(source, path).split(sep)[0] ?? '';
const rowOf = (folder: string) => LAYERS.findIndex((row) => row.includes(folder));

type Import = { from: string; to: string; file: string };

async function findImports(): Promise<{ crossings: Import[]; foreign: Import[]; readsEnv: string[] }> {
  const crossings: Import[] = [];
  const foreign: Import[] = [];
  const readsEnv: string[] = [];
  for await (const file of glob('*/**/*.ts', { cwd: source, exclude: ['**/*.test*.ts'] })) {
    const text = await readFile(join(source, file), 'utf8');
    const from = folderOf(join(source, file));
    if (text.includes('process.env')) readsEnv.push(file.split(sep).join('/'));
    for (const [, name = ''] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      if (!name.startsWith('.')) foreign.push({ from, to: name, file });
      else {
        const to = folderOf(join(source, dirname(file), name));
        if (from !== to) crossings.push({ from, to, file });
      }
    }
  }
  return { crossings, foreign, readsEnv };
}

describe('architecture', async () => {
  const { crossings, foreign, readsEnv } = await findImports();

  it('finds imports between folders', () => {
    expect(crossings.length).toBeGreaterThan(60);
    expect(foreign.length).toBeGreaterThan(20);
  });

  it('lists every folder', () => {
    expect(crossings.filter(({ from, to }) => rowOf(from) < 0 || rowOf(to) < 0)).toEqual([]);
  });

  it('allows only imports that point down', () => {
    expect(crossings.filter(({ from, to }) => rowOf(from) >= rowOf(to))).toEqual([]);
  });

  it('keeps zip and YAML out of the modules of a running plugin', () => {
    const loaders = foreign.filter(({ to }) => to === 'fflate' || to === 'yaml').map(({ from }) => from);
    expect([...new Set(loaders)]).toEqual(['packer']);
  });

  it('depends only on Node, zod, fflate and yaml', () => {
    const names = new Set(foreign.map(({ to }) => to).filter((name) => !name.startsWith('node:')));
    expect([...names].toSorted()).toEqual(['fflate', 'yaml', 'zod']);
  });

  it('reads the environment in one module', () => {
    expect(readsEnv).toEqual(['config/env.ts']);
  });
});
