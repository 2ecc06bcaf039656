import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SekishoError, type ExecutionLog, type StateStore } from '@sekisho/engine';
import { StoreChanges, verifyRun, type EngineParts } from '@sekisho/engine/integration';
import { EXIT, requireNewFile, type Invocation } from '../command.ts';
import { withParts } from '../open-parts.ts';

const PAGE = 1_000;

/** `sekisho logs`: prints the last records of the audit log, and with --follow those that are added. */
export async function logsCommand(call: Invocation): Promise<void> {
  await withParts(call, async ({ context }) => {
    const { store } = context;
    const runId = call.text('run');
    const last = (await store.lastLog())?.seq ?? 0;
    const limit = call.number('limit', 50);
    // The records of one run may be anywhere in the log; those of all runs are at its end.
    const from = runId === undefined ? Math.max(0, last - limit) : 0;
    const records = [];
    for await (const record of recordsAfter(store, { runId, afterSeq: from })) records.push(record);
    for (const record of limit === 0 ? [] : records.slice(-limit)) printRecord(call, record);
    if (call.flag('follow')) await follow(call, store, { runId, afterSeq: last });
  });
}

/** `sekisho verify`: verifies the log and the rows, or one run. */
export async function verifyCommand(call: Invocation): Promise<number> {
  return withParts(call, async (parts, place) => {
    const runId = call.text('run');
    return runId === undefined ? verifyAll(call, parts, place) : verifyOne(call, parts, runId);
  });
}

async function verifyAll(call: Invocation, { audit }: EngineParts, place: string): Promise<number> {
  const verified = await audit.verify();
  const { ok, records, checkpoints, first_bad: bad, authority } = verified;
  const findings = (authority?.findings ?? []).map(({ kind, id, why }) => `${kind} ${id} ${why}`);
  const why = [...(bad ? [`${bad.seq}: ${bad.why}`] : []), ...findings].join('\n');
  call.report(
    verified,
    ok
      ? {
          en: `Verified: ${records} records, ${checkpoints} checkpoints, in ${place}. Every execution has its permission.`,
          ja: `検証しました（${place}）。記録 ${records} 件、チェックポイント ${checkpoints} 件。すべての実行に許可の記録があります。`,
        }
      : { en: `NOT VALID: ${why}`, ja: `検証に失敗しました: ${why}` },
  );
  return ok ? EXIT.ok : EXIT.found;
}

async function verifyOne(call: Invocation, { context }: EngineParts, runId: string): Promise<number> {
  // Nothing would be wrong with a run that does not exist.
  if ((await context.store.getRun(runId)) === undefined)
    throw new SekishoError('AGENTS-E-RUN-NOT-FOUND', `There is no run "${runId}" in this store.`);
  const verified = await verifyRun(context.authority, runId);
  const { ok, records, problems } = verified;
  call.report(
    verified,
    ok
      ? {
          en: `Verified: ${records} records of ${runId}.`,
          ja: `検証しました。${runId} の記録 ${records} 件。`,
        }
      : { en: `NOT VALID: ${problems.join('\n')}`, ja: `検証に失敗しました: ${problems.join('\n')}` },
  );
  return ok ? EXIT.ok : EXIT.found;
}

/** `sekisho export`: writes the records as lines of JSON, with their hashes. */
export async function exportCommand(call: Invocation): Promise<void> {
  await withParts(call, async ({ context }) => {
    const records = recordsAfter(context.store, { runId: call.text('run'), afterSeq: 0 });
    const out = call.text('out');
    if (out !== undefined) requireNewFile(call, out);
    if (out === undefined) {
      for await (const record of records) call.host.print(JSON.stringify(record));
      return;
    }
    let count = 0;
    const lines = async function* () {
      for await (const record of records) {
        count += 1;
        yield `${JSON.stringify(record)}\n`;
      }
    };
    // An existing file is never replaced: it may be the only copy of removed records.
    await pipeline(
      Readable.from(lines()),
      createWriteStream(resolve(call.host.cwd, out), { flags: 'wx', flush: true, mode: 0o600 }),
    );
    call.report(
      { file: out, records: count },
      { en: `${out}: ${count} records.`, ja: `${out}: ${count} 件の記録` },
    );
  });
}

interface Range {
  readonly runId: string | undefined;
  readonly afterSeq: number;
}

async function* recordsAfter(store: StateStore, { runId, afterSeq }: Range): AsyncGenerator<ExecutionLog> {
  for (let position = afterSeq; ;) {
    const records = await store.queryLogs({ runId, afterSeq: position, limit: PAGE });
    yield* records;
    position = records.at(-1)?.seq ?? position;
    if (records.length < PAGE) return;
  }
}

async function follow(call: Invocation, store: StateStore, { runId, afterSeq }: Range): Promise<void> {
  const changes = new StoreChanges(store);
  const stop = new AbortController();
  void call.host.stopped.then(() => stop.abort());
  for (let position = afterSeq; !stop.signal.aborted;) {
    const changed = changes.next(stop.signal);
    for await (const record of recordsAfter(store, { runId, afterSeq: position })) {
      position = record.seq;
      printRecord(call, record);
    }
    await changed;
  }
  changes.close();
}

function printRecord(call: Invocation, record: ExecutionLog): void {
  if (call.isJson) {
    call.host.print(JSON.stringify(record));
    return;
  }
  const { seq, timestamp, event, decision, run_id: run, data } = record;
  const tool = typeof data['tool'] === 'string' ? data['tool'] : '';
  call.host.print([seq, timestamp, event, decision, tool, run].filter((part) => part !== '').join('  '));
}
