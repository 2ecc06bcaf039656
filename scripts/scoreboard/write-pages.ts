import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docPages, ROOT } from '../../packages/sekisho/test/programs/doc-pages.ts';
import { benchRecords } from './bench-figures.ts';
import { figuresOf, readRecords, updateFigures, writeRecords } from './figures.ts';
import { renderBoard } from './render-board.ts';

/** The generated pages, by language. */
export const BOARD_PAGES = { en: 'docs/scoreboard.md', ja: 'docs/ja/scoreboard.md' } as const;

/** Takes over the figures of the bench records, and writes them and the scoreboard to every page that states one. */
export async function writeFigurePages(): Promise<void> {
  writeRecords(benchRecords());
  const figures = figuresOf(readRecords());
  for (const language of ['en', 'ja'] as const)
    writeFileSync(join(ROOT, BOARD_PAGES[language]), renderBoard(figures, language));
  for (const page of await docPages()) {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const updated = updateFigures(text, figures);
    if (updated !== text) writeFileSync(join(ROOT, page), updated);
  }
}
