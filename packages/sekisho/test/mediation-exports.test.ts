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

interface Attempted {
  readonly deny: Outcome;
  readonly allow: Outcome;
}

interface Report {
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** The entries by subpath and export. */
  readonly results: Readonly<Record<string, Readonly<Record<string, Attempted>>>>;
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

  /** Returns every attempt of every subpath. */
  const attempts = () =>
    Object.entries(report.results).flatMap(([subpath, tried]) =>
      Object.entries(tried).map(([name, outcome]) => ({ name: `${subpath} ${name}`, ...outcome })),
    );

  afterAll(() => rmSync(work, { recursive: true, force: true }));

  it('are all listed, by subpath', () => {
    expect(Object.keys(entries)).toEqual(Object.keys(CANNOT_EXECUTE));
    for (const [subpath, names] of Object.entries(report.names)) {
      const starts = Object.keys(report.results[subpath] ?? {});
      const known = [...(CANNOT_EXECUTE[subpath] ?? []), ...(CLIENTS[subpath] ?? []), ...starts];
      expect(names).toEqual(known.toSorted());
    }
  });

  it('that can start a run or execute a tool execute nothing after a denial', () => {
    const executed = attempts().filter(({ deny }) => deny.executions > 0);
    expect(executed).toEqual([]);
    expect(attempts().length).toBeGreaterThanOrEqual(45);
  });

  it('execute nothing without a recorded permission', () => {
    expect(attempts().filter(({ allow }) => allow.executions > allow.allowed)).toEqual([]);
  });

  it('execute what is allowed, except tools that are invoked outside of a model response', () => {
    const idle = attempts().filter(({ allow }) => allow.executions === 0);
    expect(idle.map(({ name }) => name).toSorted()).toEqual([
      '. invokeFunctionTool',
      '. submitApproval',
      '. tool',
    ]);
  });
});
