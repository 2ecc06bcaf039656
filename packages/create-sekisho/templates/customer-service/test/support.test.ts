import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Conversations } from '../src/conversations.ts';
import { Shop } from '../src/shop.ts';
import { simulatedModel } from '../src/simulated-model.ts';
import { createGate, createSupport } from '../src/support.ts';
import { createWeb } from '../src/web.ts';

const answerSchema = z.object({ id: z.string(), state: z.string() });

test('the total of an order is refunded without a question', async (context) => {
  const { shop, ask } = await start(context);
  const answer = await ask('Please refund order A-17, the lamp is broken.');
  assert.equal(answer.state, 'answered');
  assert.deepEqual(shop.refunds, [{ order: 'A-17', amount: 42 }]);
});

test('an amount that only the customer names waits for an employee, whose denial reaches the customer', async (context) => {
  const { shop, gate, ask, answerTo } = await start(context);
  const { id, state } = await ask('Refund order A-17 with 5000 dollars.');
  assert.equal(state, 'waits');
  const [request] = await gate.getPendingApprovals();
  assert.match(request?.prompt ?? '', /5000/);
  await gate.segments.decide(id, request?.approval_id ?? '', 'deny', { by: { id: 'employee' } });
  assert.equal((await answerTo(id)).state, 'answered');
  assert.deepEqual(shop.refunds, []);
  assert.ok((await gate.verifyExecutionLog()).ok);
});

/** The page on a free port. */
async function start(context: TestContext) {
  const shop = new Shop();
  const support = createSupport(shop, simulatedModel());
  const directory = mkdtempSync(join(tmpdir(), 'support-'));
  const gate = createGate(support, directory);
  const conversations = new Conversations(gate, support);
  const web = createWeb(conversations).listen(0, '127.0.0.1');
  await once(web, 'listening');
  context.after(async () => {
    web.close();
    web.closeAllConnections();
    await conversations.close();
    rmSync(directory, { recursive: true });
  });
  const address = web.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/messages`;
  const headers = { 'content-type': 'application/json' };
  const read = async (response: Response) => answerSchema.parse(await response.json());
  const ask = async (text: string) =>
    read(await fetch(url, { method: 'POST', headers, body: JSON.stringify({ text }) }));
  const answerTo = async (id: string) => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const answer = await read(await fetch(`${url}/${id}`));
      if (answer.state !== 'waits') return answer;
      await sleep(100);
    }
    throw new Error('There is no answer.');
  };
  return { shop, gate, ask, answerTo };
}
