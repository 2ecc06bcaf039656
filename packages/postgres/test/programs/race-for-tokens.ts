import { Pool } from 'pg';
import { postgresStore } from '../../src/index.ts';

/** Tries to use each of the given tokens and prints how many it used. */
const [, , url = '', count = '0'] = process.argv;
const pool = new Pool({ connectionString: url, max: 2 });
const store = await postgresStore(pool)({
  link: (previous, seq) => `${previous.length} ${seq}`,
  clock: Date.now,
});
const outcomes = await Promise.all(
  Array.from({ length: Number(count) }, (_, index) =>
    store.commit([
      { kind: 'token.use', token_hash: `t${index}`, run_id: 'r1' },
      {
        kind: 'log.append',
        record: {
          run_id: `${process.pid}`,
          tool_call_id: `t${index}`,
          event: 'run.resumed',
          attempt: 0,
          decision: '',
          data: '{}',
        },
      },
    ]),
  ),
);
console.log(outcomes.filter(({ ok }) => ok).length);
await store.close();
await pool.end();
