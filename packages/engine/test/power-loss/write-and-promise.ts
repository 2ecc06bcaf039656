import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunRecord } from '../../src/store/run-record.ts';
import { openSqliteStateStore } from '../../src/store/sqlite-state-store.ts';
import type { StateStore, StoreWrite } from '../../src/store/state-store.ts';
import { testLink } from './test-link.ts';

// Opens the store several times. Each time, eight writers suspend and claim their runs. The program writes to the file
// "promises" every commit that was acknowledged and every record that it read, and prints how many writers failed. With
// "shared", another connection is open between the sessions, so that SQLite does not delete the log.
const [folder = '', name = '', sessions = '', commits = '', stateBytes = '', shared] = process.argv.slice(2);
const WRITERS = Array.from({ length: 8 }, (_, index) => `${name}${index}`);
const promises = openSync(join(folder, 'promises'), 'a');
const path = join(folder, 'store', 'state.db');
let failures = 0;
let other: DatabaseSync | undefined;
for (let session = 0; session < Number(sessions); session += 1) {
  const store = await openSqliteStateStore({ path, clock: Date.now, link: testLink });
  if (shared) other ??= new DatabaseSync(path);
  other?.exec('select 1 from runs');
  const settled = await Promise.allSettled(WRITERS.map((runId) => write(store, runId, session)));
  failures += settled.filter(({ status }) => status === 'rejected').length;
  await store.close();
}
other?.close();
process.stdout.write(`${failures}\n`);

/** Commits again and again, also after a failure, as a caller may do. Rejects with the last failure. */
async function write(store: StateStore, runId: string, session: number): Promise<void> {
  let failure: unknown;
  for (let index = 0; index < Number(commits); index += 1) {
    await commit(store, runId, `${runId}.${session}.${index}`).catch((error: unknown) => (failure = error));
  }
  if (failure !== undefined) throw failure;
}

async function commit(store: StateStore, runId: string, call: string): Promise<void> {
  const run = await store.getRun(runId);
  const change = run === undefined ? open(runId) : nextChange(run);
  const outcome = await store.commit([change, record(runId, call, change.kind)]);
  if (!outcome.ok) throw new Error(`The run ${runId} is not in the state that was read.`);
  promise(`commit ${call}`);
  // Other writers wait for their sync when this one reads.
  await sleep((call.length % 3) + Number(runId.at(-1)));
  const last = await store.lastLog();
  if (last) promise(`record ${last.seq} ${last.hash}`);
}

function promise(what: string): void {
  writeSync(promises, `${what}\n`);
}

function open(run_id: string): StoreWrite {
  return {
    kind: 'run.open',
    run: {
      run_id,
      status: 'running',
      segment: 0,
      epoch: 1,
      owner: 'owner',
      agent_name: 'clerk',
      application: 'shop',
      sdk_version: '0.20.0',
      state: null,
    },
  };
}

function nextChange({ run_id, status, epoch }: RunRecord): StoreWrite {
  return status === 'running'
    ? {
        kind: 'run.suspend',
        run_id,
        epoch,
        state: new Uint8Array(Number(stateBytes) + epoch * 10).fill(epoch),
      }
    : { kind: 'run.claim', run_id, from: 'suspended', epoch, advance: 1, owner: 'owner' };
}

function record(run_id: string, tool_call_id: string, decision: string): StoreWrite {
  return {
    kind: 'log.append',
    record: { run_id, tool_call_id, event: 'tool.start', attempt: 0, decision, data: '{}' },
  };
}
