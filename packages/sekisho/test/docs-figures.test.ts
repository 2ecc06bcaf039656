import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readPage, ROOT } from './programs/doc-pages.ts';

const recordSchema = z.object({ cases: z.array(z.object({ case: z.string(), ratio: z.number() })) });

/** The ratios of a record whose case fits; a figure without a record is none. */
function ratios(bench: string, pattern: RegExp): readonly number[] {
  const file = readFileSync(join(ROOT, `docs/bench/${bench}.json`), 'utf8');
  const { cases } = recordSchema.parse(JSON.parse(file));
  const found = cases.filter(({ case: name }) => pattern.test(name)).map(({ ratio }) => ratio);
  if (found.length === 0) throw new Error(`No case of ${bench} fits ${pattern}.`);
  return found;
}

/** "1.4 to 2.4", or "1.4" when both are the same. */
function range(values: readonly number[], word = ' to '): string {
  const [least = '', most = ''] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(1));
  return least === most ? least : `${least}${word}${most}`;
}

const inverse = (values: readonly number[]) => values.map((value) => 1 / value);

const RUNS = '(?:1 turn|1 tool|10 tools in a row)';
const WAITS = '(?:suspend and resume|100 suspended runs, resuming one)';
const peers = (what: string, beside: string) =>
  ratios('peers', new RegExp(`^${what} · Sekisho, ${beside} · CPU$`));
const often = (pattern: RegExp) => range(inverse(ratios('durable', pattern)));

const plain = ratios(
  'sdk',
  /^(?:1 turn|1 call|10 calls in a row|10 calls in a row of an undeclared tool|100 runs at once), CPU$/,
);
const waits = range(ratios('sdk', /^suspend, approve, resume, CPU$/));
const onSqlite = range(ratios('sdk', /^10 calls in a row, SQLite store, CPU$/));

/** What the pages say of the records. After a new `npm run bench -- --report`, write what the failing test expects. */
const FIGURES: readonly (readonly [page: string, words: string])[] = [
  [
    'README.md',
    `${range(plain)} times the CPU of the bare SDK, ${waits} when a run waits and continues; on SQLite ${onSqlite}`,
  ],
  [
    'README.ja.md',
    `SDK 単体の ${range(plain, '〜')} 倍、待って再開する場合は ${waits} 倍、SQLite では ${onSqlite} 倍`,
  ],
  [
    'docs/comparison.md',
    `${range(peers(`(?:${RUNS}|suspend and resume)`, 'memory beside agents-core'))} times its CPU ([measurements](bench.md))`,
  ],
  [
    'docs/comparison.md',
    `${range(peers(RUNS, 'memory beside AI SDK'))} times its CPU for a run, ${range(peers(WAITS, 'memory beside AI SDK'))} times for suspend and resume, ${range(ratios('peers', /^cold start · Sekisho beside AI SDK · wall$/))} times for the import`,
  ],
  [
    'docs/comparison.md',
    `${range(inverse(peers(WAITS, 'memory beside LangGraph, memory')))} times our CPU in memory`,
  ],
  ['docs/comparison.md', `we need ${range(peers(WAITS, 'SQLite beside LangGraph, SQLite'))} times its CPU`],
  [
    'docs/comparison.md',
    `wait cost it ${range(inverse(peers(RUNS, '(?:memory beside LangGraph, memory|SQLite beside LangGraph, SQLite)')))} times our CPU`,
  ],
  [
    'docs/comparison.md',
    `${often(/^PostgreSQL beside Mastra.*, 1 at once, cycles/)} times as often on PostgreSQL one at a time and ${often(/^PostgreSQL beside Mastra.*, 32 at once, cycles/)} times with 32 at once; on a file ${often(/^SQLite beside Mastra.*, 1 at once, cycles/)} times (LibSQL as shipped, without syncing) and ${often(/^SQLite beside Mastra.*, 32 at once, cycles/)} times`,
  ],
  [
    'docs/comparison.md',
    `agents need ${range(inverse(peers(`(?:${RUNS}|${WAITS})`, '(?:memory beside Mastra, memory|SQLite beside Mastra, LibSQL)')))} times our CPU`,
  ],
];

describe('the figures in the documentation', () => {
  it.each(FIGURES)('are those of the records: %s, %s', (page, words) => {
    // The whole page in a message would bury the words.
    expect(onOneLine(readPage(page)).includes(words)).toBe(true);
  });

  it('count the programs that behave the same', async () => {
    let count = 0;
    const folder = join(import.meta.dirname, 'drop-in/programs');
    for await (const file of glob('*.ts', { cwd: folder }))
      for (const programs of Object.values<object>(await import(join(folder, file))))
        count += Object.keys(programs).length;
    expect(readPage('README.md')).toContain(`${count} of ${count} test programs`);
    expect(readPage('README.ja.md')).toContain(`${count} 本中 ${count} 本`);
    expect(readPage('docs/guides/migrate.md')).toContain(`\n${count} programs`);
  });

  it('are the same for the judgement on every page', () => {
    const table = (page: string) => /\| held-out half \|[^]*?\n\n/.exec(readPage(page))?.[0];
    expect(table('docs/threat-model.md')).toBeDefined();
    expect(table('docs/guides/policies-and-manifests.md')).toBe(table('docs/threat-model.md'));
  });
});

const onOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ');
