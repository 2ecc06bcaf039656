import { openSqliteStateStore } from '../../../engine/src/store/sqlite-state-store.ts';
import type { StoreWrite } from '../../../engine/src/store/state-store.ts';
import { testLink } from './store-test-link.ts';

// Runs under a limit on the size of files; prints the results of a small, a large and another small batch.
const [path] = process.argv.slice(2);
const store = await openSqliteStateStore({ path: path ?? '', clock: Date.now, link: testLink });
const results = [];
for (const [id, size] of [
  ['before', 10],
  ['large', 4_000_000],
  ['after', 10],
] as const) {
  results.push(
    await store.commit([open(id, size), append(id)]).catch((error: { code: string }) => error.code),
  );
}
const runs = await store.listRuns({});
const logs = await store.queryLogs({});
await store.close();
process.stdout.write(
  JSON.stringify({ results, runs: runs.rows.map((run) => run.run_id), seqs: logs.map((log) => log.seq) }),
);

function open(run_id: string, size: number): StoreWrite {
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
      state: new Uint8Array(size),
    },
  };
}

function append(run_id: string): StoreWrite {
  return {
    kind: 'log.append',
    record: { run_id, tool_call_id: '', event: 'run.started', attempt: 0, decision: '', data: '{}' },
  };
}
