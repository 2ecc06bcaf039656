import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { createEngine, describeFunction, SafetyAgent } from '@sekisho/engine';
import { postgresStore } from '../../src/index.ts';

/**
 * Executes calls until standard input ends: `call-until-stopped.ts <directory or URL> <tenant>`. Prints one line per
 * started call with its time.
 */
const [place = '', tenant = ''] = process.argv.slice(2);
const pool = place.startsWith('postgres') ? new Pool({ connectionString: place, max: 4 }) : undefined;
const engine = createEngine({
  safetyAgent: new SafetyAgent(() => ({ decision: 'allow', risk_level: 1, reason: 'test' }), {
    appliesProfile: true,
  }),
  store: pool ? postgresStore(pool, { tenant }) : { directory: place },
  secret: new Uint8Array(32).fill(3),
  application: 'load',
  integration: { name: 'load' },
});
const tool = describeFunction({ name: 'send_mail' });
const end = new AbortController();
process.stdin.on('end', () => end.abort()).resume();

async function lane(): Promise<void> {
  const run = await engine.openRun({ agent: 'sender' });
  for (let count = 0; !end.signal.aborted; count += 1) {
    const key = `c${count}`;
    const calls = [{ key, callId: key, tool, rawArguments: '{}' }];
    const [decided] = await run.decideTurn({ agent: { name: 'sender' }, calls });
    if (decided?.stage === 'refused') await sleep(100);
    await run.executeOnce(key, async () => {
      process.stdout.write(`${Date.now()}\n`);
      await sleep(10 + (count % 31));
      return 'sent';
    });
    await run.flush([key]);
  }
  await run.close('done');
}

await Promise.all(Array.from({ length: 4 }, () => lane()));
await engine.close();
await pool?.end();
