import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { renderLogBody } from '../../src/wire/execution-log.ts';
import { readLog, readRun } from '../../src/store/sqlite/read-rows.ts';
import type { Row } from '../../src/store/sqlite/row-values.ts';
import { testLink } from './test-link.ts';

/** What the store acknowledged to processes before a power loss. */
export interface Promised {
  /** The calls of the log records whose commits were acknowledged. */
  readonly calls: ReadonlySet<string>;
  /** The hashes of log records that a process read, by number. */
  readonly records: ReadonlyMap<number, string>;
}

/** Opens the files that a power loss left, in `folder`, and returns what is wrong with them. */
export function findLosses(files: ReadonlyMap<string, Buffer>, promised: Promised, folder: string): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [path, content] of files) writeFileSync(join(folder, basename(path)), content);
  const database = new DatabaseSync(join(folder, 'state.db'));
  try {
    const integrity = database.prepare('pragma integrity_check').all();
    if (integrity.length !== 1 || integrity[0]?.['integrity_check'] !== 'ok') return ['The file is damaged.'];
    return missingRows(database, promised);
  } catch (error) {
    return [String(error)];
  } finally {
    database.close();
  }
}

function missingRows(database: DatabaseSync, { calls, records }: Promised): string[] {
  const isEmpty = database.prepare(`select 1 from sqlite_schema where name = 'runs'`).get() === undefined;
  const log = isEmpty ? [] : database.prepare('select * from log order by seq').all();
  const runs = isEmpty ? [] : database.prepare('select * from runs').all().map(readRun);
  const stored = new Set(log.map((row) => row['tool_call_id']));
  const claims = Map.groupBy(
    log.filter((row) => row['decision'] === 'run.claim'),
    (row) => row['run_id'],
  );
  return [
    ...(isChain(log) ? [] : ['The chain of the log is broken.']),
    ...[...calls]
      .filter((call) => !stored.has(call))
      .map((call) => `The acknowledged commit ${call} is lost.`),
    ...[...records]
      .filter(([seq, hash]) => log[seq - 1]?.['hash'] !== hash)
      .map(([seq]) => `Record ${seq} was read and is lost.`),
    ...runs
      .filter(({ run_id, epoch }) => epoch !== (claims.get(run_id)?.length ?? 0) + 1)
      .map(({ run_id }) => `The run ${run_id} and its records are not of the same commit.`),
  ];
}

// Most records are the same after every power loss, so each is verified once.
const verified = new Set<string>();

function isChain(log: readonly Row[]): boolean {
  return log.every((row, index) => {
    const previous = String(log[index - 1]?.['hash'] ?? '');
    const key = `${index} ${previous} ${JSON.stringify(row)}`;
    if (verified.has(key)) return true;
    const { data, hash, ...rest } = readLog(row);
    const body = renderLogBody({ ...rest, data: JSON.stringify(data) });
    const isLinked = rest.seq === index + 1 && hash === testLink(previous, rest.seq, body);
    if (isLinked) verified.add(key);
    return isLinked;
  });
}
