// Shows: a custom store. It wraps SQLite and notifies a listener when an approval request has been stored.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, createRunner, openSqliteStateStore, RuleSafetyAgent, tool } from 'sekisho';
import { z } from 'zod';
import { simulatedModel } from '../simulated-model.ts';
import { NotifyingStateStore } from './notifying-state-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'sekisho-example-'));
const notifications: string[] = [];
const stored: Promise<object | undefined>[] = [];
const pay = tool({
  name: 'pay_invoice',
  description: 'Pays an invoice.',
  parameters: z.object({ amount: z.number(), iban: z.string() }),
  extensions: { manifest: { effect: 'spend', arguments: { amount: 'amount', iban: 'account' } } },
  execute: async ({ amount }) => `Paid ${amount}.`,
});
const clerk = new Agent({
  name: 'clerk',
  model: simulatedModel([
    { name: 'pay_invoice', arguments: { amount: 120, iban: 'DE89370400440532013000' } },
  ]),
  tools: [pay],
});
const runner = createRunner({
  safetyAgent: new RuleSafetyAgent(),
  agents: [clerk],
  secret: new Uint8Array(32).fill(7), // the key of the installation; never store it in code
  store: async ({ link, clock }) => {
    const sqlite = await openSqliteStateStore({ path: join(folder, 'state.db'), link, clock });
    return new NotifyingStateStore(sqlite, (write) => {
      if (write.kind !== 'approval.create') return;
      notifications.push(write.approval.prompt);
      stored.push(sqlite.getApproval(write.approval.approval_id));
    });
  },
});

const { run_id: runId, interruptions } = await runner.run(clerk, 'Handle the invoices.');
assert.equal(notifications.length, 1, 'One approval request causes one notification.');
assert.equal(
  notifications[0],
  interruptions[0]?.prompt,
  'The notification contains the prompt of the request.',
);
assert.ok(await stored[0], 'The request is stored before the notification.');

await runner.approveAndResume(runId, interruptions[0]?.approval_id ?? '', {
  decision: 'approve',
  by: { id: 'mika' },
});
assert.equal(notifications.length, 1, 'A decision causes no notification.');
assert.ok((await runner.verifyExecutionLog()).ok, 'The log verifies with the custom store.');
await runner.close();
rmSync(folder, { recursive: true });
console.log(`Notified: ${notifications[0]}`);
