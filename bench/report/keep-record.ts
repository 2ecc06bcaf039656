import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRecord } from './bench-record.ts';
import { writePage } from './write-page.ts';

const DOCS = join(import.meta.dirname, '../../docs');

/** Stores a record in `docs/bench/`, replaces the previous one, and generates the page and its plots. */
export function keepRecord(record: BenchRecord): void {
  mkdirSync(join(DOCS, 'bench'), { recursive: true });
  writeFileSync(join(DOCS, 'bench', `${record.bench}.json`), `${JSON.stringify(record, null, 2)}\n`);
  writePage(DOCS);
}
