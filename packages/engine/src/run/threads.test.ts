import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proofSize } from '../../../../test/proof-size.ts';
import { HISTORY_SEGMENTS } from './read-history.ts';
import { openSqliteStateStore } from '../store/sqlite-state-store.ts';
import type { OpenStore } from './engine-parts.ts';
import { createThreads } from './threads.ts';

const LENGTHS = [
  [3, 'allowed'],
  [HISTORY_SEGMENTS + 1, 'waiting'],
] as const;

it.each(LENGTHS.slice(0, proofSize('threadLengths')))(
  'a text of the user before %i other requests of the thread leaves a call %s',
  async (requests, stage) => {
    const directory = mkdtempSync(join(tmpdir(), 'sekisho-threads-'));
    const manifests = { send_mail: { effect: 'send', arguments: { to: 'recipient' } } } as const;
    const threads = createThreads('test', { store: { directory }, application: 'test', manifests });
    const open = () => threads.open({ id: 'chat 1', agent: 'clerk' });
    const first = await open();
    first.addUserText('Send a mail to bob@shop.example.');
    await first.close();
    for (let count = 0; count < requests; count += 1) await (await open()).close();
    const last = await open();
    const tool = threads.describe({ name: 'send_mail', description: 'Sends a mail.' });
    const [call] = await last.decide([{ callId: 'call_1', tool, args: { to: 'bob@shop.example' } }]);
    expect(call?.stage).toBe(stage);
    await last.close();
    await threads.close();
    rmSync(directory, { recursive: true });
  },
);

describe('a call that the host executes', () => {
  let directory: string;
  let threads: ReturnType<typeof createThreads>;
  let isBroken = false;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'sekisho-threads-'));
    isBroken = false;
    const store: OpenStore = async (parts) => {
      const opened = await openSqliteStateStore({ path: join(directory, 'state.db'), ...parts });
      const commit = opened.commit.bind(opened);
      opened.commit = (writes) =>
        isBroken && writes.some(({ kind }) => kind === 'effect.start')
          ? Promise.reject(new Error('The disk is full.'))
          : commit(writes);
      return opened;
    };
    const manifests = { send_mail: { effect: 'send', arguments: { to: 'recipient' } } } as const;
    threads = createThreads('test', { store, markDirectory: directory, application: 'test', manifests });
  });

  afterEach(async () => {
    // A run that could not store anything reports its failure again.
    await threads.engine.close({ timeoutMs: 0 }).catch(() => undefined);
    rmSync(directory, { recursive: true });
  });

  const openThread = async () => {
    const thread = await threads.open({ id: 'chat 1', agent: 'clerk' });
    thread.addUserText('Send a mail to bob@shop.example.');
    const call = {
      callId: 'call_1',
      tool: threads.describe({ name: 'send_mail' }),
      args: { to: 'bob@shop.example' },
    };
    return { thread, call };
  };

  it('starts once, also when it is presented again or twice at the same time', async () => {
    const { thread, call } = await openThread();
    const kinds = (await Promise.all([thread.start(call), thread.start(call)])).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['refused', 'started']);
    expect(await thread.start(call)).toMatchObject({ kind: 'refused' });
    await thread.finish(call, { value: 'Sent.' });
    expect(await thread.start(call)).toEqual({ kind: 'result', value: 'Sent.' });
  });

  it('does not start after its intent could not be stored', async () => {
    const { thread, call } = await openThread();
    await thread.decide([call]);
    isBroken = true;
    await expect(thread.start(call)).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    isBroken = false;
    await expect(thread.start(call)).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
  });
});
