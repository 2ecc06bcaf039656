import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writePage } from '../report/write-page.ts';

it('writes the notes of a record, the figures, and no bar for a ratio that is not a number', () => {
  const docs = mkdtempSync(join(tmpdir(), 'sekisho-page-test-'));
  mkdirSync(join(docs, 'bench'));
  const figures = { ours: 5, other: 0, ratio: Number.POSITIVE_INFINITY, goal: 'ours <= 4', holds: false };
  const record = {
    bench: 'durable',
    cases: [{ case: 'syncs a cycle', ...figures }],
    notes: ['Version 0.1 is left out.'],
    taken_on: '2026-11-17',
    quick: false,
    machine: { platform: 'linux x64', cores: 2, node: '24', load_before: 0, load_after: 0 },
  };
  writeFileSync(join(docs, 'bench/durable.json'), JSON.stringify(record));
  writePage(docs);
  const page = readFileSync(join(docs, 'bench.md'), 'utf8');
  expect(page).toContain('Version 0.1 is left out.');
  expect(page).toContain('| syncs a cycle | 5.000 | 0.000 | - | ours <= 4 | **does not hold** |');
  rmSync(docs, { recursive: true });
});
