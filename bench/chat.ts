import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { Hono } from 'hono';
import { createService, readSettings } from '@sekisho/server';
import { z } from 'zod';
import { atLeast, type BenchReport } from './bench-case.ts';

const ANSWER =
  'ありがとうございます。業種を教えてください。\n\n```json\n{"schema":"ai_chat_process_template.v1","answer":"業種を教えてください","missing_information":["業種"]}\n```';
const CLIENTS = 50;

type Post = (message: string) => Promise<Response>;

/** Messages a second with real SQLite writes, beside a bare handler that does the same two inserts. */
export async function benchChat({ quick }: { quick: boolean }): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-bench-chat-'));
  const rounds = quick ? 3 : 9;
  const requests = quick ? 500 : 2000;
  try {
    const ours = await openOurs(join(folder, 'ours'));
    const bare = openBare(join(folder, 'bare.db'));
    const pairs: [number, number][] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const pair: [number, number] = [await rate(ours.post, requests), await rate(bare.post, requests)];
      if (round > 0) pairs.push(pair);
    }
    ours.close();
    bare.close();
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    const figures = {
      ours: median(pairs.map(([mine]) => mine)),
      other: median(pairs.map(([, other]) => other)),
      ratio: median(pairs.map(([mine, other]) => mine / other)),
    };
    return { bench: 'chat', cases: [atLeast('messages a second beside a bare handler', figures, 0.6)] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function openOurs(dataDir: string): Promise<{ post: Post; close: () => void }> {
  const settings = readSettings({ SEKISHO_DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '1000000' });
  const usage = { promptTokens: 500, completionTokens: 60, totalTokens: 560 };
  const { app, close } = createService(settings, {
    responder: {
      generateResponse: async () => ({ ok: true, content: ANSWER, usage, model: 'm', retryCount: 0 }),
    },
  });
  const headers = { 'content-type': 'application/json' };
  const made = await app.request('/ai-agent/sessions', { method: 'POST', headers, body: '{}' });
  const { id } = z.object({ id: z.string() }).parse(await made.json());
  const post: Post = async (message) =>
    app.request(`/ai-agent/sessions/${id}/messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ message }),
    });
  return { post, close };
}

function openBare(path: string): { post: Post; close: () => void } {
  const database = new DatabaseSync(path);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec(
    'create table messages (id text primary key, session_id text, role text, content text, at integer) strict',
  );
  const insert = database.prepare('insert into messages values (?, ?, ?, ?, ?)');
  const schema = z.strictObject({ message: z.string().min(1).max(8000) });
  const app = new Hono().post('/sessions/:id/messages', async (c) => {
    const parsed = schema.safeParse(await c.req.json());
    if (!parsed.success) return c.json({ error: 'invalid' }, 400);
    const id = c.req.param('id');
    database.exec('begin immediate');
    insert.run(randomUUID(), id, 'user', parsed.data.message, Date.now());
    insert.run(randomUUID(), id, 'assistant', ANSWER, Date.now());
    database.exec('commit');
    return c.json({ content: ANSWER }, 200);
  });
  const headers = { 'content-type': 'application/json' };
  const post: Post = async (message) =>
    app.request('/sessions/s/messages', { method: 'POST', headers, body: JSON.stringify({ message }) });
  return { post, close: () => database.close() };
}

async function rate(post: Post, requests: number): Promise<number> {
  const start = performance.now();
  let left = requests;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const response = await post(`質問 ${left}`);
      if (response.status !== 200) throw new Error(`A request ended with ${response.status}.`);
      await response.text();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return requests / ((performance.now() - start) / 1000);
}
