import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { postgresStore } from '@sekisho/postgres';
import { Agent, createRunner, loadSecret, openSqliteStateStore, RuleSafetyAgent, tool } from 'sekisho';
import { assistantText, scriptedCall, scriptedModel, type ScriptedStep } from 'sekisho/testing';
import { z } from 'zod';

/**
 * A program of another application on the console's store. Its agent has the name of a demo agent. It requests one
 * approval, and then waits for the decision as a worker or for this one run.
 */
const [dataDir = '', how = 'worker'] = process.argv.slice(2);
const databaseUrl = process.env['DATABASE_URL'];
const pool = databaseUrl === undefined ? undefined : new Pool({ connectionString: databaseUrl });
const report = (event: object) =>
  void process.stdout.write(`${JSON.stringify({ at: Date.now(), ...event })}\n`);

const sendMail = tool({
  name: 'send_mail',
  description: 'Sends a mail.',
  parameters: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
  needsApproval: true,
  execute: async ({ to }) => {
    appendFileSync(join(dataDir, 'sent.txt'), `${to}\n`);
    report({ event: 'sent', to });
    return 'The real mail was sent.';
  },
});
const step: ScriptedStep = ({ input }) =>
  typeof input !== 'string' && input.some((item) => item.type === 'function_call_result')
    ? [assistantText('It is sent.')]
    : [scriptedCall('c1', 'send_mail', { to: 'ann@example.com', subject: 'Hello', body: 'Hello Ann.' })];
const agent = new Agent({
  name: 'mail-assistant',
  model: scriptedModel(Array.from({ length: 10 }, () => step)),
  tools: [sendMail],
});
const runner = createRunner({
  safetyAgent: new RuleSafetyAgent(),
  application: 'shop',
  agents: [agent],
  secret: loadSecret(join(dataDir, 'key'), process.env['SEKISHO_SECRET']),
  store: pool
    ? postgresStore(pool)
    : ({ link, clock }) => openSqliteStateStore({ path: join(dataDir, 'state.db'), link, clock }),
});

if (how === 'ask') {
  const { run_id } = await runner.run(agent, 'Write to Ann.');
  report({ event: 'asked', run_id });
} else if (how === 'worker') {
  const ended = Promise.withResolvers<void>();
  const worker = await runner.segments.work({ onOutcome: () => ended.resolve() });
  report({ event: 'working' });
  await ended.promise;
  await worker.stop();
} else {
  report({ event: 'working' });
  const { finalOutput } = await runner.resumeWhenDecided(how);
  report({ event: 'ended', finalOutput });
}
await runner.close();
await pool?.end();
