import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { proofSize } from '../../../../test/proof-size.ts';
import { HISTORY_SEGMENTS } from './read-history.ts';
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
