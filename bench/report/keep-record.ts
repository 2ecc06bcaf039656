import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFigurePages } from '../../scripts/scoreboard/write-pages.ts';
import type { BenchRecord } from './bench-record.ts';
import { writePage } from './write-page.ts';

const DOCS = join(import.meta.dirname, '../../docs');

/** Stores a record in `docs/bench/`, replaces the previous one, and writes the page, its plots and the figures of other pages. */
export async function keepRecord(record: BenchRecord): Promise<void> {
  mkdirSync(join(DOCS, 'bench'), { recursive: true });
  writeFileSync(join(DOCS, 'bench', `${record.bench}.json`), `${JSON.stringify(record, null, 2)}\n`);
  writePage(DOCS);
  await writeFigurePages();
}
