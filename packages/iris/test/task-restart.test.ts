import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  createSimulator,
  serveSimulator,
  type Simulator,
  type SimulatorServer,
} from '@sekisho/responses/simulator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';
import { proofSize } from '../../../test/proof-size.ts';

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const TOKENS = { hanako: 'the-token-of-hanako', taro: 'the-token-of-taro-x' };
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
};
const replySchema = z.object({
  result: z
    .looseObject({
      taskId: z.string().default(''),
      status: z.string().default(''),
      result: z
        .looseObject({
          content: z.array(z.looseObject({ text: z.string().optional() })),
          structuredContent: z.looseObject({ response_id: z.string().optional() }).optional(),
          isError: z.boolean().optional(),
        })
        .optional(),
      error: z.object({ message: z.string() }).optional(),
    })
    .optional(),
  error: z.object({ code: z.number() }).optional(),
});
type Reply = z.output<typeof replySchema>;

let folder = '';
// OpenAI works on a background response until its clock is advanced.
let aheadMs = 0;
const finishBackground = () => void (aheadMs = 120_000);
let openai: Simulator;
let upstream: SimulatorServer;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'iris-restart-'));
  aheadMs = 0;
  const latency = { queuedMs: 100, backgroundMs: 60_000, perEventMs: 60 };
  openai = createSimulator({ now: () => Date.now() + aheadMs, latency });
  upstream = await serveSimulator(openai);
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
  await upstream.close();
  await rm(folder, { recursive: true });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function start(words: readonly string[]): ChildProcess {
  const child = spawn(
    process.execPath,
    ['--conditions=@sekisho/source', bin, '--state-dir', folder, ...words],
    {
      env: {
        ...PROGRAM_ENVIRONMENT,
        OPENAI_API_KEY: 'sk-test',
        OPENAI_BASE_URL: upstream.baseUrl,
        IRIS_HANDLE_SECRET: 'a secret of enough length',
        IRIS_HTTP_TOKENS: Object.entries(TOKENS)
          .map((pair) => pair.join(':'))
          .join(','),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  children.push(child);
  return child;
}

/** Starts a server over HTTP and returns a function that sends a request. */
async function serve() {
  const child = start(['--http', '--port', '0']);
  if (!child.stderr) throw new Error('The server has no error output.');
  const [line] = await once(createInterface(child.stderr), 'line');
  const url = /http:\S+/.exec(String(line))?.[0] ?? '';
  const send = async (
    method: string,
    params: Record<string, unknown>,
    who: keyof typeof TOKENS = 'hanako',
  ) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${TOKENS[who]}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        'mcp-name': String(params['name'] ?? params['taskId']),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }),
    });
    return replySchema.parse(await response.json());
  };
  return { kill: () => kill(child), send };
}
type Server = Awaited<ReturnType<typeof serve>>;

/** Starts a server over stdio, as a host does. */
async function serveStdio() {
  const child = start([]);
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('The server has no streams.');
  const lines = createInterface(stdout);
  const send = async (method: string, params: Record<string, unknown>): Promise<Reply> => {
    const line = once(lines, 'line');
    stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } })}\n`,
    );
    return replySchema.parse(JSON.parse(String((await line)[0])));
  };
  return { kill: () => kill(child), send };
}

const ask = (options: Record<string, unknown>) => ({
  name: 'iris',
  arguments: { input: 'What is 2+3?', ...options },
});
const created = () =>
  openai.journal.filter(({ method, path }) => method === 'POST' && path.endsWith('/responses'));

async function untilEnded(
  server: Pick<Server, 'send'>,
  taskId: string,
): Promise<NonNullable<Reply['result']>> {
  return vi.waitFor(
    async () => {
      const { result, error } = await server.send('tasks/get', { taskId });
      if (!result) throw new Error(`The task is unknown: ${JSON.stringify(error)}`);
      expect(result.status).not.toBe('working');
      return result;
    },
    { timeout: 40_000, interval: 50 },
  );
}

async function untilKept(server: Pick<Server, 'send'>): Promise<string> {
  const begun = await server.send('tools/call', ask({ background: true }));
  // The server knows the id as soon as it polls the response.
  await vi.waitFor(() => expect(openai.journal.some(({ method }) => method === 'GET')).toBe(true), {
    timeout: 40_000,
    interval: 20,
  });
  return begun.result?.taskId ?? '';
}

const TRANSPORTS = [
  ['HTTP', serve],
  ['stdio', serveStdio],
] as const;

// Both transports use the same tasks, so the short form repeats only one test for the second.
const RESTARTED = TRANSPORTS.slice(0, proofSize('restartedTransports'));

describe('a killed server', () => {
  it.each(TRANSPORTS)(
    'over %s returns the answer of background work after a restart, with one request to OpenAI',
    async (_name, open) => {
      const first = await open();
      const taskId = await untilKept(first);
      await first.kill();
      const second = await open();
      expect((await second.send('tasks/get', { taskId })).result?.status).toBe('working');
      finishBackground();
      const ended = await untilEnded(second, taskId);
      expect(ended).toMatchObject({ status: 'completed' });
      expect(ended.result?.content[0]?.text).toContain('5');
      expect(ended.result?.content[0]?.text).toMatch(/\[Response ID: cnv_[\w-]+\]$/);
      expect(created()).toHaveLength(1);
    },
  );

  it.each(RESTARTED)('over %s reports work that ended with it as failed', async (_name, open) => {
    const first = await open();
    const begun = await first.send('tools/call', ask({ reasoningEffort: 'high' }));
    expect(begun.result?.status).toBe('working');
    await first.kill();
    const ended = await untilEnded(await open(), begun.result?.taskId ?? '');
    expect(ended.status).toBe('failed');
    expect(ended.error?.message).toContain('The server was stopped while it worked on this task');
  });

  it.each(RESTARTED)(
    'over %s returns the results of ended tasks, and the answers can be continued',
    async (_name, open) => {
      const first = await open();
      const taskId = await untilKept(first);
      finishBackground();
      const before = await untilEnded(first, taskId);
      await first.kill();
      const second = await open();
      const after = await second.send('tasks/get', { taskId });
      expect(after.result).toEqual(before);
      const previous_response_id = after.result?.result?.structuredContent?.response_id;
      const next = await second.send('tools/call', {
        name: 'iris',
        arguments: { input: 'Continue', previous_response_id },
      });
      expect(next.result?.['isError']).not.toBe(true);
      expect(created().at(-1)?.body).toHaveProperty('previous_response_id');
    },
  );
});

describe('the folder of the tasks', () => {
  it('is readable by its owner only, hides a task from other users after a restart, and cancels it at OpenAI', async () => {
    const first = await serve();
    const taskId = await untilKept(first);
    const names = await readdir(folder);
    expect(names).toContain('tasks.sqlite');
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
    await first.kill();
    const second = await serve();
    expect((await second.send('tasks/get', { taskId }, 'taro')).error?.code).toBe(-32_602);
    expect((await second.send('tasks/cancel', { taskId }, 'taro')).error?.code).toBe(-32_602);
    expect((await second.send('tasks/get', { taskId })).result?.status).toBe('working');
    await second.send('tasks/cancel', { taskId });
    await expect
      .poll(() => openai.journal.some(({ path }) => path.endsWith('/cancel')), { timeout: 40_000 })
      .toBe(true);
    expect((await second.send('tasks/get', { taskId })).result?.status).toBe('cancelled');
  });

  it('can be shared by running servers: each leaves the work of the others unchanged', async () => {
    const [first, second] = [await serve(), await serve()];
    const taskId = await untilKept(first);
    expect((await second.send('tasks/get', { taskId })).result?.status).toBe('working');
    const looksBefore = openai.journal.length;
    await first.kill();
    finishBackground();
    expect((await untilEnded(second, taskId)).status).toBe('completed');
    expect(openai.journal.length).toBeGreaterThan(looksBefore);
    expect(created()).toHaveLength(1);
  });
});
