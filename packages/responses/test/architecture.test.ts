import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The layers from top to bottom. A folder may import only from rows below its own. */
const LAYERS = [
  ['continuity', 'simulator'],
  ['client'],
  ['request', 'messages', 'credentials', 'audit'],
  ['events'],
  ['usage'],
  ['models', 'errors'],
  ['json'],
];

const source = join(import.meta.dirname, '../src');
const folderOf = (path: string) => relative(source, path).split(sep)[0] ?? '';
const rowOf = (folder: string) => LAYERS.findIndex((row) => row.includes(folder));

type Import = { from: string; to: string; file: string };

async function findImports(): Promise<{ crossings: Import[]; eager: Import[] }> {
  const crossings: Import[] = [];
  const eager: Import[] = [];
  for await (const file of glob('*/**/*.ts', { cwd: source, exclude: ['**/*.test*.ts'] })) {
    const text = await readFile(join(source, file), 'utf8');
    const from = folderOf(join(source, file));
    for (const match of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const to = folderOf(join(source, dirname(file), match[1] ?? ''));
      if (from !== to) crossings.push({ from, to, file });
    }
    for (const match of text.matchAll(/^(?:import|export) (?!type )[^;]*from '(openai[^']*)'/gm)) {
      eager.push({ from, to: match[1] ?? '', file });
    }
  }
  return { crossings, eager };
}

describe('architecture', async () => {
  const { crossings, eager } = await findImports();

  it('finds imports between folders', () => {
    expect(crossings.length).toBeGreaterThan(50);
  });

  it('covers every folder', () => {
    expect(crossings.filter(({ from, to }) => rowOf(from) < 0 || rowOf(to) < 0)).toEqual([]);
  });

  it('allows only downward imports', () => {
    expect(crossings.filter(({ from, to }) => rowOf(from) >= rowOf(to))).toEqual([]);
  });

  it('allows the simulator to import only data and JSON functions of the kernel, so that both do not share defects', () => {
    const shared = crossings.filter(({ from }) => from === 'simulator').map(({ to }) => to);
    expect([...new Set(shared)].toSorted()).toEqual(['json', 'models']);
  });

  it("never loads openai's client before it is needed", () => {
    expect(eager).toEqual([]);
  });
});
