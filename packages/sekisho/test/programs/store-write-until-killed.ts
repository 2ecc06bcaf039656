import { writeSync } from 'node:fs';
import { openSqliteStateStore } from '../../../engine/src/store/sqlite-state-store.ts';
import { testLink } from './store-test-link.ts';

// Eight writers commit without end; each acknowledged commit is printed immediately, so the reader knows what must survive.
const [path, round] = process.argv.slice(2);
const store = await openSqliteStateStore({ path: path ?? '', clock: Date.now, link: testLink });
await Promise.all(Array.from({ length: 8 }, (_, writer) => writeForever(writer)));

async function writeForever(writer: number): Promise<void> {
  for (let index = 0; ; index += 1) {
    const id = `${round}.${writer}.${index}`;
    const outcome = await store.commit([
      {
        kind: 'run.open',
        run: {
          run_id: id,
          status: 'running',
          segment: 0,
          epoch: 1,
          owner: 'writer',
          agent_name: 'clerk',
          application: 'shop',
          sdk_version: '0.20.0',
          state: new Uint8Array(500),
        },
      },
      {
        kind: 'log.append',
        record: { run_id: id, tool_call_id: '', event: 'run.started', attempt: 0, decision: '', data: '{}' },
      },
    ]);
    if (outcome.ok) writeSync(1, `${id}\n`);
  }
}
