import { once } from 'node:events';
import { openSqliteStateStore } from '../../../engine/src/store/sqlite-state-store.ts';
import { testLink } from './store-test-link.ts';

// Tries to use every token and prints the ones that it used successfully.
const [path, count] = process.argv.slice(2);
const store = await openSqliteStateStore({ path: path ?? '', clock: Date.now, link: testLink });
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const used: number[] = [];
for (let index = 0; index < Number(count); index += 1) {
  const outcome = await store.commit([
    // The transaction reads before it writes, as every batch of a run does: a lock acquired only for the write would come too late.
    { kind: 'run.guard', run_id: 'run', epoch: 1 },
    { kind: 'token.use', token_hash: `token ${index}`, run_id: 'run' },
    {
      kind: 'log.append',
      record: {
        run_id: 'run',
        tool_call_id: `token ${index}`,
        event: 'run.resumed',
        attempt: process.pid,
        decision: '',
        data: '{}',
      },
    },
  ]);
  if (outcome.ok) used.push(index);
}
await store.close();
process.stdout.write(`${JSON.stringify(used)}\n`);
process.stdin.destroy();
