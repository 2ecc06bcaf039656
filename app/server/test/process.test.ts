import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { createSimulator, interviewPersona, serveSimulator } from '@sekisho/responses/simulator';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from '../src/config/env.ts';
import { createService } from '../src/composition/create-service.ts';
import { listen } from '../src/http/listen.ts';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';
import { proofSize } from '../../../test/proof-size.ts';

const folder = mkdtempSync(join(tmpdir(), 'sekisho-chat-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const json = { 'content-type': 'application/json' };

async function start(env: Record<string, string> = {}): Promise<{ child: ChildProcess; url: string }> {
  const main = join(import.meta.dirname, '../src/main.ts');
  const child = spawn(process.execPath, ['--conditions=@sekisho/source', main], {
    env: { ...PROGRAM_ENVIRONMENT, PORT: '0', SEKISHO_DATA_DIR: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const event = line.startsWith('{') ? JSON.parse(line) : {};
    if (event.event === 'listening') return { child, url: `http://127.0.0.1:${event.port}` };
  }
  throw new Error('The service did not start.');
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
  const gone = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  child.kill(signal);
  return gone;
}

describe('a process that is killed', () => {
  it('has stored every reply that it sent, and returns it again', async () => {
    const first = await start();
    const created = await fetch(`${first.url}/ai-agent/sessions`, {
      method: 'POST',
      headers: json,
      body: '{}',
    });
    const { id } = (await created.json()) as { id: string };
    const ask = (url: string, key: string) =>
      fetch(`${url}/ai-agent/sessions/${id}/messages`, {
        method: 'POST',
        headers: { ...json, 'idempotency-key': key },
        body: JSON.stringify({ message: `質問 ${key}` }),
      });
    const answered = new Map<string, string>();
    // The promises are settled from the start, because the kill interrupts requests in progress.
    const asking = Promise.allSettled(
      Array.from({ length: 25 }, async (_, index) => {
        const response = await ask(first.url, String(index));
        if (response.ok) answered.set(String(index), await response.text());
      }),
    );
    while (answered.size < 5) await wait(1);
    await stop(first.child);
    await asking;

    const second = await start();
    for (const [key, text] of answered) expect(await (await ask(second.url, key)).text()).toBe(text);
    const history = await fetch(`${second.url}/ai-agent/sessions/${id}/messages?limit=200`);
    const { items } = (await history.json()) as { items: { role: string; content: string }[] };
    const questions = items.filter(({ role }) => role === 'user').map(({ content }) => content);
    expect(new Set(questions).size).toBe(questions.length);
    expect(questions).toEqual(expect.arrayContaining([...answered.keys()].map((key) => `質問 ${key}`)));
    expect(items).toHaveLength(questions.length * 2);
    await stop(second.child);
  });
});

describe('a process that is asked to exit', () => {
  it('first completes the response in progress, for the client and on the disk', async () => {
    const latency = { firstByteMs: 300, perEventMs: 20 };
    const model = await serveSimulator(createSimulator({ persona: interviewPersona, latency }));
    onTestFinished(() => model.close());
    const env = { AI_AGENT_MODE: 'openai', OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: model.baseUrl };
    const { child, url } = await start(env);
    onTestFinished(() => void child.kill('SIGKILL'));
    const created = await fetch(`${url}/ai-agent/sessions`, { method: 'POST', headers: json, body: '{}' });
    const { id } = (await created.json()) as { id: string };
    const response = await fetch(`${url}/ai-agent/sessions/${id}/messages`, {
      method: 'POST',
      headers: { ...json, accept: 'text/event-stream' },
      body: JSON.stringify({ message: '採用の流れを作りたいです' }),
    });
    const ended = stop(child, 'SIGTERM');
    expect((await response.text()).split('\n\n').at(-2)).toMatch(/^event: message\n.*"isFallback":false/m);
    expect(await ended).toBe(0);

    const { app, close } = createService(readSettings({ SEKISHO_DATA_DIR: folder }));
    onTestFinished(() => close());
    const history = await app.request(`/ai-agent/sessions/${id}/messages`);
    expect(((await history.json()) as { items: unknown[] }).items).toHaveLength(2);
  });
});

const READERS = proofSize('streamingClients');

describe(`${READERS} concurrent clients`, () => {
  it('each get the whole response', async () => {
    const pieces = ['業種を', '教えて', 'ください。'];
    const settings = readSettings({
      SEKISHO_DATA_DIR: join(folder, 'many'),
      RATE_LIMIT_PER_MINUTE: '100000',
    });
    const clients = Promise.withResolvers<void>();
    let asked = 0;
    const { app, close } = createService(settings, {
      responder: {
        generateResponse: async (_messages, options) => {
          options?.onText?.(pieces[0] ?? '');
          asked += 1;
          if (asked === READERS) clients.resolve();
          await clients.promise;
          for (const piece of pieces.slice(1)) options?.onText?.(piece);
          return { ok: true, content: pieces.join(''), usage: { totalTokens: 1 }, model: 'm', retryCount: 0 };
        },
      },
    });
    const listening = Promise.withResolvers<number>();
    const server = listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      listening.resolve(port),
    );
    // A busy machine can take longer than the default timeout of an idle connection.
    if ('keepAliveTimeout' in server) server.keepAliveTimeout = 120_000;
    const url = `http://127.0.0.1:${await listening.promise}/ai-agent/sessions`;
    const open = async () => {
      const created = await fetch(url, { method: 'POST', headers: json, body: '{}' });
      return ((await created.json()) as { id: string }).id;
    };
    const read = async (index: number) => {
      const response = await fetch(`${url}/${await open()}/messages`, {
        method: 'POST',
        headers: { ...json, accept: 'text/event-stream' },
        body: JSON.stringify({ message: `${index}` }),
      });
      const events = (await response.text()).split('\n\n').filter((block) => block.startsWith('event:'));
      return events.map((block) => /^event: (\w+)/.exec(block)?.[1]).join(' ');
    };
    const seen = await Promise.all(Array.from({ length: READERS }, (_, index) => read(index)));
    expect(new Set(seen)).toEqual(new Set(['delta delta delta message']));
    await new Promise((resolve) => {
      server.close(resolve);
    });
    await close();
  });
});
