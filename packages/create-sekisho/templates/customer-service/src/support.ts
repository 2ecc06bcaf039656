import { Agent, createRunner, RuleSafetyAgent, tool, type Model } from 'sekisho';
import { z } from 'zod';
import type { Shop } from './shop.ts';

/** The agent. Without a model, the one of OPENAI_API_KEY is used. */
export function createSupport(shop: Shop, model?: Model) {
  const getOrder = tool({
    name: 'get_order',
    description: 'Gets an order of the signed-in customer.',
    parameters: z.object({ order: z.string() }),
    // Customers cannot write what this tool returns, so its fields may control a refund.
    extensions: { manifest: { effect: 'read', arguments: { order: 'target' }, trusted_source: true } },
    execute: async ({ order }) => shop.find(order) ?? 'There is no such order.',
  });
  const refundOrder = tool({
    name: 'refund_order',
    description: 'Refunds an order.',
    parameters: z.object({ order: z.string(), amount: z.number() }),
    extensions: { manifest: { effect: 'spend', arguments: { order: 'target', amount: 'amount' } } },
    execute: async ({ order, amount }) => {
      shop.refunds.push({ order, amount });
      return `Refunded ${amount} for order ${order}.`;
    },
  });
  const instructions = 'You are the customer service of a shop. Look up an order before you refund it.';
  return new Agent({
    name: 'support',
    instructions,
    tools: [getOrder, refundOrder],
    ...(model && { model }),
  });
}

/** Every call passes the gate of this runner. What customers write is a request, not an authority. */
export const createGate = (support: Agent, directory: string) =>
  createRunner({
    safetyAgent: new RuleSafetyAgent(),
    agents: [support],
    store: { directory },
    user: 'customer',
  });
