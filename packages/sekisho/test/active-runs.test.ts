import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Agent, MemorySession, openSqliteStateStore, tool, type OpenStore } from '../src/index.ts';
import { assistantText, functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

let directory: string;
let heartbeats: number;
let firstHeartbeat: PromiseWithResolvers<void>;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-heartbeat-'));
  heartbeats = 0;
  firstHeartbeat = Promise.withResolvers();
});
afterEach(() => rmSync(directory, { recursive: true }));

const countingStore: OpenStore = async ({ link, clock }) => {
  const store = await openSqliteStateStore({ path: join(directory, 'state.db'), link, clock });
  const commit = store.commit.bind(store);
  store.commit = (writes) => {
    if (writes.length === 1 && writes[0]?.kind === 'owner.beat') {
      heartbeats += 1;
      firstHeartbeat.resolve();
    }
    return commit(writes);
  };
  return store;
};

class SlowSession extends MemorySession {
  override async getItems(): Promise<never> {
    await firstHeartbeat.promise;
    throw new Error('The history is unavailable.');
  }
}

it.each([true, false])('heartbeats end with a run that cannot start (stream: %s)', async (stream) => {
  const agent = new Effects().clerk([]);
  const runner = runnerWithJudge('allow', { store: countingStore, agents: [agent], leaseMs: 150 });
  const running = stream
    ? runner.run(agent, 'Hello.', { stream: true, session: new SlowSession() })
    : runner.run(agent, 'Hello.', { session: new SlowSession() });
  await expect(running).rejects.toThrow('The history is unavailable.');
  const before = heartbeats;
  await sleep(300);
  expect(heartbeats).toBe(before);
  await runner.close();
});

describe('closing a runner', () => {
  let finish: PromiseWithResolvers<void>;

  async function startActiveRun() {
    finish = Promise.withResolvers();
    const began = Promise.withResolvers<void>();
    const pay = tool({
      name: 'pay',
      description: 'Pays.',
      parameters: z.object({}),
      execute: async () => {
        began.resolve();
        await finish.promise;
        return 'Paid.';
      },
    });
    const model = scriptedModel([[functionCall('call_1', 'pay', {})], [assistantText('Done.')]]);
    const agent = new Agent({ name: 'Clerk', model, tools: [pay] });
    const runner = runnerWithJudge('allow', { store: { directory }, agents: [agent] });
    const running = runner.run(agent, 'Pay.').then(
      ({ finalOutput }) => finalOutput,
      (error: unknown) => Reflect.get(Object(error), 'code'),
    );
    await began.promise;
    return { runner, running };
  }

  it.each([false, true])('waits for active runs (stream: %s)', async (stream) => {
    const { runner, running } = await startActiveRun();
    if (stream) {
      const agent = new Agent({ name: 'Host', model: scriptedModel([[assistantText('Hello.')]]) });
      await runner.run(agent, 'Hello.', { stream: true });
    }
    const closed = runner.close();
    finish.resolve();
    expect(await running).toBe('Done.');
    await closed;
  });

  it.each([Infinity, 2 ** 31])('waits without limit for a timeout of %d ms', async (timeoutMs) => {
    const { runner, running } = await startActiveRun();
    const closed = runner.close({ timeoutMs });
    await sleep(50);
    finish.resolve();
    expect(await running).toBe('Done.');
    await closed;
  });

  it('does not wait forever', async () => {
    const { runner, running } = await startActiveRun();
    await runner.close({ timeoutMs: 50 });
    finish.resolve();
    expect(await running).toBe('AGENTS-E-STORE');
  });
});
