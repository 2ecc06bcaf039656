import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The layers from top to bottom. A folder may import from any row below its own, never from its own row or above. */
const LAYERS = [
  ['commit', 'dbos', 'reads', 'retention', 'session', 'watch'],
  ['schema'],
  ['migrations'],
  ['database'],
  ['rows'],
  ['testing'],
];

const source = join(import.meta.dirname, '../src');
const folderOf = (path: string) => relative(source, path).split(sep)[0] ?? '';
const rowOf = (folder: string) => LAYERS.findIndex((row) => row.includes(folder));

type Import = { from: string; to: string; file: string };

async function findImports(): Promise<{ crossings: Import[]; foreign: Import[] }> {
  const crossings: Import[] = [];
  const foreign: Import[] = [];
  for await (const file of glob('*/**/*.ts', { cwd: source, exclude: ['**/*.test*.ts'] })) {
    const text = await readFile(join(source, file), 'utf8');
    const from = folderOf(join(source, file));
    for (const [, name = ''] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      if (!name.startsWith('.')) foreign.push({ from, to: name, file });
      else {
        const to = folderOf(join(source, dirname(file), name));
        if (from !== to) crossings.push({ from, to, file });
      }
    }
  }
  return { crossings, foreign };
}

describe('architecture', async () => {
  const { crossings, foreign } = await findImports();

  it('finds imports between folders', () => {
    expect(crossings.length).toBeGreaterThan(30);
    expect(foreign.length).toBeGreaterThan(20);
  });

  it('lists every folder', () => {
    expect(crossings.filter(({ from, to }) => rowOf(from) < 0 || rowOf(to) < 0)).toEqual([]);
  });

  it('points every import downward', () => {
    expect(crossings.filter(({ from, to }) => rowOf(from) >= rowOf(to))).toEqual([]);
  });

  it('allows only tests to start a server, and no source file to import tests', () => {
    expect(crossings.filter(({ to }) => to === 'testing')).toEqual([]);
    const starters = foreign.filter(({ to }) => to === 'node:child_process');
    expect(starters.length).toBeGreaterThan(0);
    expect(starters.filter(({ from }) => from !== 'testing')).toEqual([]);
  });

  it('imports the engine only in its own entry point', () => {
    const users = foreign.filter(({ to }) => to.startsWith('@dbos-inc/'));
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter(({ from }) => from !== 'dbos')).toEqual([]);
  });
});
