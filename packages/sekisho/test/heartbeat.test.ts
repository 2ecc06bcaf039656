import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MemorySession, openSqliteStateStore, type OpenStore } from '../src/index.ts';
import { Effects, runnerThatHears } from './programs/mediation-stand.ts';

let directory: string;
let beats: number;
let firstBeat: PromiseWithResolvers<void>;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-heartbeat-'));
  beats = 0;
  firstBeat = Promise.withResolvers();
});
afterEach(() => rmSync(directory, { recursive: true }));

const countingStore: OpenStore = async ({ link, clock }) => {
  const store = await openSqliteStateStore({ path: join(directory, 'state.db'), link, clock });
  const commit = store.commit.bind(store);
  store.commit = (writes) => {
    if (writes.length === 1 && writes[0]?.kind === 'owner.beat') {
      beats += 1;
      firstBeat.resolve();
    }
    return commit(writes);
  };
  return store;
};

class SlowSession extends MemorySession {
  override async getItems(): Promise<never> {
    await firstBeat.promise;
    throw new Error('The history is away.');
  }
}

it.each([true, false])('signs of life end with a run that cannot begin (stream: %s)', async (stream) => {
  const agent = new Effects().clerk([]);
  const runner = runnerThatHears('allow', { store: countingStore, agents: [agent], leaseMs: 150 });
  const running = stream
    ? runner.run(agent, 'Hello.', { stream: true, session: new SlowSession() })
    : runner.run(agent, 'Hello.', { session: new SlowSession() });
  await expect(running).rejects.toThrow('The history is away.');
  const before = beats;
  await sleep(300);
  expect(beats).toBe(before);
  await runner.close();
});
