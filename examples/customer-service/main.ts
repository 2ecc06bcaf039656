// Shows: a customer requests a refund of 5000 for an order of 42. Only the total of the order needs no approval.
import assert from 'node:assert/strict';
import { Agent, createRunner, RuleSafetyAgent, tool } from 'sekisho';
import { z } from 'zod';
import { simulatedModel } from '../simulated-model.ts';

const CUSTOMER = { customer_id: 'C-1', email: 'ann@mail.example' };
const ORDERS = [
  { order_id: 'A-17', customer_id: 'C-1', total: 42 },
  { order_id: 'B-20', customer_id: 'C-2', total: 900 },
];

const refunds: string[] = [];
const getOrder = tool({
  name: 'get_order',
  description: 'Gets an order of the signed-in customer.',
  parameters: z.object({ order_id: z.string() }),
  // The shop's own records are trusted. The tool itself checks that the order belongs to the customer.
  extensions: { manifest: { effect: 'read', arguments: { order_id: 'target' }, trusted_source: true } },
  execute: async ({ order_id: id }) =>
    ORDERS.find((order) => order.order_id === id && order.customer_id === CUSTOMER.customer_id) ??
    'There is no such order.',
});
const refundOrder = tool({
  name: 'refund_order',
  description: 'Refunds an order.',
  parameters: z.object({ order_id: z.string(), amount: z.number() }),
  extensions: { manifest: { effect: 'spend', arguments: { order_id: 'target', amount: 'amount' } } },
  execute: async ({ order_id: id, amount }) => {
    refunds.push(`${id}: ${amount}`);
    return `Refunded ${amount} for order ${id}.`;
  },
});

const generous = support('generous support', 'A-17', 5000);
const honest = support('support', 'A-17', 42);
const curious = support('curious support', 'B-20', 900);
const runner = createRunner({
  safetyAgent: new RuleSafetyAgent(),
  agents: [generous, honest, curious],
  store: 'memory',
  // Customers write to these agents, so their text is a request without authority.
  user: 'customer',
});
const extensions = { sessionData: CUSTOMER };

// The customer names the amount, and the model uses it.
const greedy = await runner.run(generous, 'Please refund order A-17 with 5000 dollars.', { extensions });
const [question] = greedy.interruptions;
assert.deepEqual(refunds, [], 'The text of a customer alone causes no refund.');
assert.match(question?.reason ?? '', /"5000" comes only from the words of a customer/);
console.log(question?.prompt);
console.log(question?.prompt_ja);
const denial = { decision: 'deny', comment: 'The order was 42.', by: { id: 'mika' } } as const;
await runner.approveAndResume(greedy.run_id, question?.approval_id ?? '', denial);

// The total of the order record needs no approval: a trusted tool returned both values in one record.
const fair = await runner.run(honest, 'Please refund order A-17.', { extensions });
assert.equal(fair.interruptions.length, 0);
assert.deepEqual(refunds, ['A-17: 42']);

// The trusted tool does not return another customer's order, so its values have no trusted origin.
const other = await runner.run(curious, 'Please refund order B-20 with 900 dollars.', { extensions });
assert.equal(other.interruptions.length, 1);
assert.deepEqual(refunds, ['A-17: 42']);

assert.ok((await runner.verifyExecutionLog()).ok);
await runner.close();
console.log('The customer received 42, the total of the order, and no refund without a trusted origin.');

function support(name: string, id: string, amount: number): Agent {
  const model = simulatedModel([
    { name: 'get_order', arguments: { order_id: id } },
    { name: 'refund_order', arguments: { order_id: id, amount } },
  ]);
  return new Agent({ name, model, tools: [getOrder, refundOrder] });
}
