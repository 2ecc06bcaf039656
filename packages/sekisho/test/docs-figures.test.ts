import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchRecords } from '../../../scripts/scoreboard/bench-figures.ts';
import { figuresOf, readRecords, statedFigures, updateFigures } from '../../../scripts/scoreboard/figures.ts';
import { renderBoard } from '../../../scripts/scoreboard/render-board.ts';
import { BOARD_PAGES } from '../../../scripts/scoreboard/write-pages.ts';
import { docPages, englishPageOf, readPage } from './programs/doc-pages.ts';

/** Pages on which every ratio, percentage and count of a measurement is marked. */
const MARKED = ['README.md', 'docs/comparison.md', 'docs/guarantees.md'];
const RATIO = /\d[\d.,]*(?: to \d[\d.,]*)? ?(?:times|%|倍|x\b)/g;

describe('the figures in the documentation', async () => {
  const pages = await docPages();
  const records = readRecords();
  const figures = figuresOf(records);

  it('are those of the bench records', () => {
    const fromBench = Object.entries(records).filter(([name]) => name.startsWith('bench.'));
    expect(Object.fromEntries(fromBench)).toEqual(benchRecords());
  });

  it.each(pages.filter((page) => statedFigures(readPage(page)).length > 0))(
    'are the recorded ones; otherwise run `npm run scoreboard`: %s',
    (page) => {
      const wrong = statedFigures(readPage(page)).filter(({ name, value }) => figures[name]?.value !== value);
      expect(wrong).toEqual([]);
    },
  );

  it.each(pages.filter((page) => MARKED.includes(englishPageOf(page) ?? page)))(
    'are all marked: %s',
    (page) => {
      const unmarked = readPage(page).replaceAll(/<!--=[\w.-]+-->.*?<!--\/-->/gs, '');
      expect(unmarked.match(RATIO) ?? []).toEqual([]);
    },
  );

  it.each(['en', 'ja'] as const)('are rendered to the scoreboard: %s', (language) => {
    expect(readPage(BOARD_PAGES[language])).toBe(renderBoard(figures, language));
  });

  it('replace a different figure, and leave the text', () => {
    const figure = { value: '2', command: 'npm run bench', date: '2026-11-18' };
    const page = 'a <!--=sdk.one-->1<!--/--> b <!--=sdk.two-->1<!--/-->';
    expect(updateFigures(page, { 'sdk.one': figure })).toBe(page.replace('>1<', '>2<'));
  });

  it('count the programs that behave the same', async () => {
    let count = 0;
    const folder = join(import.meta.dirname, 'drop-in/programs');
    for await (const file of glob('*.ts', { cwd: folder }))
      for (const programs of Object.values<object>(await import(join(folder, file))))
        count += Object.keys(programs).length;
    expect(figures['drop-in.total']?.value).toBe(String(count));
  });
});
