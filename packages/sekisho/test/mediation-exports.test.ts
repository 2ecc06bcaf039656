import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CANNOT_EXECUTE, CLIENTS } from './programs/export-table.ts';
import { entriesOf, packSekisho } from './programs/pack-sekisho.ts';

interface Outcome {
  readonly executions: number;
  readonly allowed: number;
}

interface Report {
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly results: Readonly<Record<string, { readonly deny: Outcome; readonly allow: Outcome }>>;
}

describe('the exports of the packed package', () => {
  let work = '';
  let entries: Readonly<Record<string, string>> = {};
  let report: Report = { names: {}, results: {} };

  beforeAll(async () => {
    const packed = await packSekisho();
    ({ work } = packed);
    entries = entriesOf(packed.folder);
    const program = join(import.meta.dirname, 'programs/start-exports.ts');
    const args = ['--conditions=@sekisho/source', program, packed.folder];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: work });
    report = JSON.parse(stdout);
  }, 240_000);

  afterAll(() => rmSync(work, { recursive: true, force: true }));

  it('are all known, by subpath', () => {
    expect(Object.keys(entries)).toEqual(Object.keys(CANNOT_EXECUTE));
    const starts = Object.keys(report.results);
    for (const [subpath, names] of Object.entries(report.names)) {
      const known = [...(CANNOT_EXECUTE[subpath] ?? []), ...(subpath === '.' ? [...CLIENTS, ...starts] : [])];
      expect(names).toEqual(known.toSorted());
    }
  });

  it('that can start a run or execute a tool execute nothing that the gate denies', () => {
    const executed = Object.entries(report.results).filter(([, { deny }]) => deny.executions > 0);
    expect(executed).toEqual([]);
    expect(Object.keys(report.results).length).toBeGreaterThanOrEqual(28);
  });

  it('execute nothing without a recorded permission', () => {
    const unrecorded = Object.entries(report.results).filter(
      ([, { allow }]) => allow.executions > allow.allowed,
    );
    expect(unrecorded).toEqual([]);
  });

  it('execute what is allowed, except tools that are invoked beside the model', () => {
    const idle = Object.entries(report.results).filter(([, { allow }]) => allow.executions === 0);
    expect(idle.map(([name]) => name).toSorted()).toEqual(['invokeFunctionTool', 'submitApproval', 'tool']);
  });
});
