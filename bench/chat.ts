import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { atLeast, atMost, type BenchReport, type Figures } from './bench-case.ts';
import { median } from './compare-blocks.ts';

const ANSWER =
  'ありがとうございます。業種を教えてください。\n\n```json\n{"schema":"ai_chat_process_template.v1","answer":"業種を教えてください","missing_information":["業種"]}\n```';
const CLIENTS = 50;
const STREAMS = 1000;

const portSchema = z.object({ port: z.number() });
const useSchema = z.object({ cpuMs: z.number(), heapBytes: z.number() });

/** The service over real sockets with real SQLite writes, compared with a bare handler that executes the same two inserts. */
export async function benchChat({ quick = false } = {}): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-bench-chat-'));
  try {
    const ours = await start('instant-service.ts', folder);
    const bare = await start('bare-service.ts', folder);
    try {
      const { wall, cpu } = await compare(ours, bare, {
        rounds: quick ? 3 : 9,
        requests: quick ? 500 : 2000,
      });
      const heap = await growHeap(ours, quick ? 3 : 6);
      return {
        bench: 'chat',
        cases: [
          atLeast('messages a second beside a bare handler', wall, 0.6),
          atLeast('messages a CPU second beside a bare handler', cpu, 0.6),
          atMost(`heap after ${STREAMS} streams at once, MB: last beside first time`, heap, 1.1),
        ],
      };
    } finally {
      for (const { child } of [ours, bare]) child.kill('SIGKILL');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Side = { child: ChildProcess; url: URL; sessions: string[] };

async function start(program: string, folder: string): Promise<Side> {
  const file = fileURLToPath(new URL(`../app/server/test/programs/${program}`, import.meta.url));
  const execArgv = ['--conditions=@sekisho/source', '--no-warnings', '--expose-gc'];
  const child = fork(file, [ANSWER, folder], { execArgv });
  const [started]: unknown[] = await once(child, 'message');
  const url = new URL(`http://127.0.0.1:${portSchema.parse(started).port}`);
  const side: Side = { child, url, sessions: [] };
  // A session processes one message at a time, so each client has its own session.
  for (let count = 0; count < CLIENTS; count += 1) side.sessions.push(await openSession(side));
  return side;
}

async function openSession({ url }: Side): Promise<string> {
  const made = await post(new URL('/ai-agent/sessions', url), {});
  return z.object({ id: z.string() }).parse(JSON.parse(made)).id;
}

async function compare(
  ours: Side,
  bare: Side,
  { rounds, requests }: { rounds: number; requests: number },
): Promise<{ wall: Figures; cpu: Figures }> {
  const pairs: { ours: Rate; other: Rate }[] = [];
  for (let round = -2; round < rounds; round += 1) {
    const mine = await measure(ours, requests);
    const other = await measure(bare, requests);
    if (round >= 0) pairs.push({ ours: mine, other });
  }
  const figures = (of: keyof Rate): Figures => ({
    ours: median(pairs.map((pair) => pair.ours[of])),
    other: median(pairs.map((pair) => pair.other[of])),
    ratio: median(pairs.map((pair) => pair.ours[of] / pair.other[of])),
  });
  return { wall: figures('wall'), cpu: figures('cpu') };
}

type Rate = { wall: number; cpu: number };

/** Messages per second of clock time and of the server's CPU time. */
async function measure(side: Side, requests: number): Promise<Rate> {
  const before = await readUse(side);
  const began = performance.now();
  // The agent is new each time, because a server closes connections that were idle while the other side was measured.
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  let left = requests;
  const client = async (session: string): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const path = `/ai-agent/sessions/${session}/messages`;
      await post(new URL(path, side.url), { message: `質問 ${left}` }, { agent });
    }
  };
  await Promise.all(side.sessions.map((session) => client(session)));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  const cpuSeconds = ((await readUse(side)).cpuMs - before.cpuMs) / 1000;
  return { wall: requests / seconds, cpu: requests / cpuSeconds };
}

/** The heap after each wave of streams, all open at once; every stream must deliver every word. */
async function growHeap(side: Side, waves: number): Promise<Figures> {
  const sessions: string[] = [];
  for (let count = 0; count < STREAMS; count += 1) sessions.push(await openSession(side));
  const heaps: number[] = [];
  // One warm-up run, so that the code is compiled and the history windows are full.
  for (let wave = -1; wave < waves; wave += 1) {
    await Promise.all(sessions.map((session) => readStream(side, session)));
    if (wave >= 0) heaps.push((await readUse(side)).heapBytes / 1_000_000);
  }
  const [first = Number.NaN] = heaps;
  const last = heaps.at(-1) ?? Number.NaN;
  return { ours: last, other: first, ratio: last / first };
}

async function readStream(side: Side, session: string): Promise<void> {
  const target = new URL(`/ai-agent/sessions/${session}/messages`, side.url);
  const text = await post(target, { message: '質問' }, { accept: 'text/event-stream' });
  const words = [...text.matchAll(/^event: delta\ndata: (.*)$/gm)].map(([, data = '']) => {
    return z.object({ text: z.string() }).parse(JSON.parse(data)).text;
  });
  const isWhole =
    ANSWER.startsWith(words.join('').trim()) && words.join('').includes('業種を教えてください。');
  if (!isWhole || !text.includes('event: message\n')) throw new Error(`A stream is incomplete: ${text}`);
}

async function readUse({ child }: Side): Promise<z.output<typeof useSchema>> {
  const usage = once(child, 'message');
  child.send('use');
  return useSchema.parse((await usage)[0]);
}

function post(
  target: URL,
  body: object,
  { agent = false, accept = 'application/json' }: Pick<RequestOptions, 'agent'> & { accept?: string } = {},
): Promise<string> {
  const payload = JSON.stringify(body);
  const headers = {
    accept,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
  };
  return new Promise((resolve, reject) => {
    const sent = request(target, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => void (text += chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200 || response.statusCode === 201) resolve(text);
        else reject(new Error(`A request ended with ${response.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(payload);
  });
}
