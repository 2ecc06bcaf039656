// Shows: an agent behind a fetch handler, like a Next.js route: send a message, list the approval requests, decide.
import assert from 'node:assert/strict';
import { Agent, createRunner, RuleSafetyAgent, tool } from 'sekisho';
import { z } from 'zod';
import { simulatedModel } from '../simulated-model.ts';
import { createRoute } from './route.ts';

const cancelled: string[] = [];
const cancel = tool({
  name: 'cancel_order',
  description: 'Cancels an order.',
  parameters: z.object({ order: z.string() }),
  extensions: { manifest: { effect: 'delete', arguments: { order: 'target' } } },
  execute: async ({ order }) => {
    cancelled.push(order);
    return `${order} is cancelled.`;
  },
});
const model = simulatedModel([{ name: 'cancel_order', arguments: { order: 'A-17' } }]);
const agent = new Agent({ name: 'support', model, tools: [cancel] });
const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), agents: [agent], store: 'memory' });

// In Next.js: export const { GET, POST, PATCH } = createRoute(runner, agent, authenticate);
const route = createRoute(runner, agent, (request) => request.headers.get('x-user') ?? undefined);
const url = 'https://shop.example/api/support';
const send = (method: 'POST' | 'PATCH', body: unknown, user = 'mika') =>
  route[method](new Request(url, { method, body: JSON.stringify(body), headers: { 'x-user': user } }));

const anonymous = await route.GET(new Request(url));
assert.equal(anonymous.status, 401, 'A request without a user is rejected.');
assert.equal((await send('POST', { message: 7 })).status, 400, 'An invalid body is rejected.');

const requestSchema = z.object({ run_id: z.string(), approval_id: z.string(), prompt: z.string() });
const responseSchema = z.object({ requests: z.array(requestSchema).length(1) });
const response = responseSchema.parse(await (await send('POST', { message: 'Sort out the orders.' })).json());
assert.deepEqual(cancelled, [], 'The tool does not run before the decision.');

const listing = await route.GET(new Request(url, { headers: { 'x-user': 'mika' } }));
assert.deepEqual(
  responseSchema.parse(await listing.json()),
  response,
  'The approval request can be listed later.',
);

const decision = { ...response.requests[0], decision: 'approve' };
assert.deepEqual(await (await send('PATCH', decision)).json(), { text: 'Done. A-17 is cancelled.' });
assert.equal((await send('PATCH', decision)).status, 409, 'A second decision is rejected.');
assert.deepEqual(cancelled, ['A-17'], 'It was cancelled once.');
await runner.close();
console.log('Requested over HTTP, approved over HTTP, cancelled once.');
