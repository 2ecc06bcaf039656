import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { Agent, createRunner, RuleSafetyAgent, tool } from 'sekisho';
import { assistantText, scriptedCall, scriptedModel, type ScriptedStep } from 'sekisho/testing';
import { dbosHost } from '../../src/dbos/index.ts';
import { postgresStore } from '../../src/index.ts';
import { watchedStore, type AtPoint } from './crash-points.ts';
import { faultyStore } from './faulty-store.ts';

/** The part of the environment that the processes of a test share. */
interface ShopEnvironment {
  readonly SHOP_DATABASE_URL?: string;
  readonly SHOP_LEDGER?: string;
  readonly SHOP_ENGINE?: string;
  readonly SHOP_SLOWNESS_MS?: string;
  readonly SHOP_LEASE_MS?: string;
  /** Several shops may share a database, each with its own rows. */
  readonly SHOP_TENANT?: string;
  readonly SHOP_POLL_MS?: string;
  readonly SHOP_PATIENCE_MS?: string;
  /** The offset of the clock of this machine. */
  readonly SHOP_CLOCK_AHEAD_MS?: string;
  readonly SHOP_APPROVAL_TTL_SEC?: string;
  /** The fault of the store, for tests of the checks. */
  readonly SHOP_FAULT?: string;
}

/** A shop whose agent looks up an order and refunds it; a refund needs a person and must happen once. */
export function openShop(env: ShopEnvironment, at?: AtPoint) {
  const { SHOP_DATABASE_URL: url = '', SHOP_LEDGER: ledger = '', SHOP_ENGINE: engine = 'none' } = env;
  const ms = Number(env.SHOP_SLOWNESS_MS ?? 0);
  const pollMs = env.SHOP_POLL_MS === undefined ? undefined : Number(env.SHOP_POLL_MS);
  const pool = new Pool({ connectionString: url, max: 6 });
  // A server that stops closes idle connections; the pool opens new ones.
  pool.on('error', () => {});
  const host = engine === 'dbos' ? dbosHost({ databaseUrl: url, sweepMs: 500, pollMs }) : undefined;
  const honest = postgresStore(pool, {
    tenant: env.SHOP_TENANT,
    timeoutMs: Number(env.SHOP_PATIENCE_MS ?? 10_000),
  });
  const { SHOP_FAULT: fault } = env;
  const isFault = fault === 'no-compare-and-set' || fault === 'hasty-sweep';
  const store = isFault ? faultyStore(honest, fault, pool) : honest;
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    application: 'shop',
    secret: new Uint8Array(32).fill(7),
    store: at ? watchedStore(store, at) : store,
    host,
    leaseMs: Number(env.SHOP_LEASE_MS ?? 1500),
    clock: () => Date.now() + Number(env.SHOP_CLOCK_AHEAD_MS ?? 0),
    approvalTtlSec: Number(env.SHOP_APPROVAL_TTL_SEC ?? 86_400),
    agents: [shopkeeper(ledger, ms, at)],
  });
  return { runner, pool, host };
}

function shopkeeper(ledger: string, ms: number, at?: AtPoint): Agent {
  const parameters = {
    type: 'object' as const,
    properties: { order: { type: 'string' as const } },
    required: ['order'],
    additionalProperties: false as const,
  };
  const look = tool({
    name: 'get_order',
    description: 'Looks up an order.',
    parameters,
    extensions: { manifest: { effect: 'read' } },
    execute: async () => {
      await sleep(ms);
      return 'paid';
    },
  });
  const refund = tool({
    name: 'refund_order',
    description: 'Refunds an order.',
    parameters,
    needsApproval: true,
    execute: async (args) => {
      await sleep(ms);
      const { order } = Object(args);
      await at?.('before effect', String(order));
      if (ledger !== '') appendFileSync(ledger, `${String(order)}\n`);
      await at?.('after effect', String(order));
      await sleep(ms);
      return 'refunded';
    },
  });
  const step: ScriptedStep = ({ input }) => {
    const items = typeof input === 'string' ? [] : input;
    const order = orderIn(JSON.stringify(input));
    const results = items.filter(({ type }) => type === 'function_call_result').length;
    if (results === 0) return [scriptedCall('c1', 'get_order', { order })];
    if (results === 1) return [scriptedCall('c2', 'refund_order', { order })];
    return [assistantText('It is refunded.')];
  };
  return new Agent({
    name: 'shopkeeper',
    model: scriptedModel(Array.from({ length: 100_000 }, () => step)),
    tools: [look, refund],
  });
}

const orderIn = (text: string) => /order-\d+/.exec(text)?.[0] ?? 'order-0';
