import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { postgresStore } from '@sekisho/postgres';
import { Agent, createRunner, loadSecret, openSqliteStateStore, RuleSafetyAgent, tool } from 'sekisho';
import { assistantText, scriptedCall, scriptedModel, type ScriptedStep } from 'sekisho/testing';
import { z } from 'zod';

/** Opens another application on the console's store. Its agent has the name of a demo agent and requests one approval. */
export function openMailApplication(
  dataDir: string,
  env: Readonly<Record<string, string | undefined>>,
  onSent: (to: string) => void,
) {
  const databaseUrl = env['DATABASE_URL'];
  const pool = databaseUrl === undefined ? undefined : new Pool({ connectionString: databaseUrl });
  const sendMail = tool({
    name: 'send_mail',
    description: 'Sends a mail.',
    parameters: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
    needsApproval: true,
    execute: async ({ to }) => {
      appendFileSync(join(dataDir, 'sent.txt'), `${to}\n`);
      onSent(to);
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
    secret: loadSecret(join(dataDir, 'key'), env['SEKISHO_SECRET']),
    store: pool
      ? postgresStore(pool)
      : ({ link, clock }) => openSqliteStateStore({ path: join(dataDir, 'state.db'), link, clock }),
  });
  const close = async () => {
    await runner.close();
    await pool?.end();
  };
  return { agent, runner, close };
}
