import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startSide } from '../sides/start-side.ts';
import type { Work } from '../sides/work.ts';

const server = fork(join(import.meta.dirname, '../http/model-server.ts'), {
  execArgv: ['--conditions=@sekisho/source', '--no-warnings'],
});
const [message]: unknown[] = await once(server, 'message');
const { url: modelUrl } = z.object({ url: z.string() }).parse(message);
const bare = await startSide({ side: 'bare' });
const ours = await startSide({ side: 'ours' });

afterAll(() => {
  for (const process of [bare, ours]) process.close();
  server.kill();
});

const task = (work: Partial<Work>, units = 2, concurrency = 1) => ({
  work: { tool: 'read', calls: 2, store: 'memory', ...work } as const,
  units,
  concurrency,
});

// A side process replies with a failure unless all tool bodies of all units were executed.
describe.each([
  ['the bare SDK', bare],
  ['Sekisho', ours],
])('a process of %s', (_name, side) => {
  it.each(['read', 'undeclared', 'effect', 'approval', 'send'] as const)(
    'executes work of kind %s',
    async (tool) => {
      const calls = tool === 'send' ? 1 : 2;
      const { cpu, wall } = await side.measure(task({ tool, calls }));
      expect(cpu).toBeGreaterThan(0);
      expect(wall).toBeGreaterThan(0);
    },
  );

  it.each([
    ['whole', false],
    ['streamed', true],
  ])('executes work with a model over HTTP, %s', async (_form, isStreamed) => {
    for (const tool of ['read', 'undeclared', 'effect'] as const)
      expect((await side.measure(task({ tool, modelUrl, isStreamed }))).cpu).toBeGreaterThan(0);
  });

  it('measures the delay of the event loop during runs that never wait for input', async () => {
    const { loopMax, wall } = await side.measure(task({ tool: 'send', calls: 1 }, 1, 16));
    // The bare SDK blocks the loop until all runs have ended; Sekisho limits the time of the runs in each turn of the loop.
    expect(loopMax).toBeGreaterThan(side === bare ? wall : 0);
  });

  it('reports a task that fails', async () => {
    await expect(side.measure(task({ modelUrl: 'http://127.0.0.1:1/v1' }))).rejects.toThrow('failed');
    expect((await side.measure(task({}))).cpu).toBeGreaterThan(0);
  });
});

it('executes work of Sekisho on SQLite', async () => {
  expect((await ours.measure(task({ store: 'sqlite', tool: 'approval' }))).cpu).toBeGreaterThan(0);
});

it('rejects the task of a process that ends', async () => {
  const ending = await startSide({ side: 'bare' });
  ending.close();
  await expect(ending.measure(task({}))).rejects.toThrow(/ended|closed|SIGTERM/);
});
