import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { createSimulator, serveSimulator, type SimulatorServer } from './index.ts';

const model = 'gpt-6.1-sol';
const now = () => 1_790_000_000_000;
const open: SimulatorServer[] = [];

async function serve(simulator = createSimulator()) {
  const server = await serveSimulator(simulator);
  open.push(server);
  return {
    simulator,
    server,
    openai: new OpenAI({ apiKey: 'sk-test', baseURL: server.baseUrl, maxRetries: 0 }),
  };
}

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

describe('serveSimulator', () => {
  it('listens on this machine only', async () => {
    const { server } = await serve();
    expect(new URL(server.baseUrl).hostname).toBe('127.0.0.1');
  });

  it('returns the same over HTTP as in the process', async () => {
    const { openai } = await serve(createSimulator({ seed: 5, now }));
    const local = new OpenAI({ apiKey: 'sk-test', fetch: createSimulator({ seed: 5, now }).fetch });
    const [remote, near] = await Promise.all(
      [openai, local].map((client) => client.responses.create({ model, input: 'Tell me about tea.' })),
    );
    expect(remote).toEqual(near);
  });

  it('streams', async () => {
    const { openai } = await serve();
    const stream = openai.responses.stream({ model, input: 'こんにちは' });
    expect((await stream.finalResponse()).output_text).toContain('こんにちは');
  });

  it.each([
    ['a reset connection', { type: 'reset' } as const],
    ['an interrupted stream', { type: 'cut-stream', afterEvents: 4 } as const],
  ])('simulates %s', async (_case, fault) => {
    const { openai, simulator } = await serve();
    simulator.script({ fault });
    const read = async () => {
      const stream = await openai.responses.create({ model, input: 'Hello', stream: true });
      let events = 0;
      for await (const _event of stream) events += 1;
      return events;
    };
    await expect(read()).rejects.toThrow(/terminated|Connection error/);
  });

  it('rejects a body that is not JSON', async () => {
    const { server } = await serve();
    const answer = await fetch(`${server.baseUrl}/responses`, {
      method: 'POST',
      headers: { authorization: 'Bearer k' },
      body: '{',
    });
    expect(answer.status).toBe(400);
  });
});
