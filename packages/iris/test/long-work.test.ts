import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createSimulator } from '@sekisho/responses/simulator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callTool, connect, type Era, startIris } from './connect-iris.ts';

const TASKS = 'io.modelcontextprotocol/tasks';
const taskSchema = z.looseObject({
  taskId: z.string(),
  status: z.string(),
  result: z.looseObject({ content: z.array(z.looseObject({ text: z.string().optional() })) }).optional(),
});
const paths = (iris: ReturnType<typeof startIris>) =>
  iris.simulator.journal.map(({ method, path }) => `${method} ${path}`);

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (await isTrue()) return;
    await wait(5);
  }
  throw new Error('The condition did not become true in time.');
}

describe.each<[Era]>([['legacy'], ['modern']])('background work in the %s era', (era) => {
  it('returns an id immediately and the answer later', async () => {
    const iris = startIris({ simulator: { latency: { queuedMs: 10, backgroundMs: 40 }, now: Date.now } });
    const client = await connect(iris, { era });
    const begun = await callTool(client, 'iris', { input: 'What is 2+3?', background: true });
    expect(begun.answer.status).toMatch(/queued|in_progress/);
    expect(begun.text).toContain('Call iris_result with this response id');
    const { response_id } = begun.answer;
    const ended = await callTool(client, 'iris_result', { response_id, waitSeconds: 5 });
    expect(ended.answer).toMatchObject({ status: 'completed', response_id });
    expect(ended.text).toContain('5');
  });

  it('returns a running status when the wait is over', async () => {
    const iris = startIris({ simulator: { latency: { backgroundMs: 60_000 }, now: Date.now } });
    const client = await connect(iris, { era });
    const { answer } = await callTool(client, 'iris', { input: 'Hello', background: true });
    const looked = await callTool(client, 'iris_result', {
      response_id: answer.response_id,
      waitSeconds: 0.05,
    });
    expect(looked.isError).toBe(false);
    expect(looked.answer.status).toMatch(/queued|in_progress/);
  });

  it('is cancelled at OpenAI by iris_cancel, once', async () => {
    const iris = startIris({ simulator: { latency: { backgroundMs: 60_000 }, now: Date.now } });
    const client = await connect(iris, { era });
    const { response_id } = (await callTool(client, 'iris', { input: 'Hello', background: true })).answer;
    const first = await callTool(client, 'iris_cancel', { response_id });
    const second = await callTool(client, 'iris_cancel', { response_id });
    expect(first.answer.status).toBe('cancelled');
    expect(second.answer.status).toBe('cancelled');
    expect(paths(iris).filter((path) => path.endsWith('/cancel'))).toHaveLength(1);
  });

  it('can be continued after its end, even after OpenAI has deleted it', async () => {
    let now = Date.parse('2026-11-16T00:00:00Z');
    const iris = startIris({ simulator: { now: () => now, latency: { queuedMs: 10, backgroundMs: 10 } } });
    const client = await connect(iris, { era });
    const { response_id } = (
      await callTool(client, 'iris', { input: 'My name is Hanako.', background: true, continuity: 'auto' })
    ).answer;
    now += 1000;
    await callTool(client, 'iris_result', { response_id });
    now += 31 * 86_400_000;
    const later = await callTool(client, 'iris', {
      input: 'What is my name?',
      previous_response_id: response_id,
    });
    expect(later.text).toContain('Hanako');
    expect(later.text).toContain('sent again from the local transcript');
    const { input } = z
      .object({ input: z.array(z.looseObject({ role: z.string().optional() })) })
      .parse(iris.simulator.journal.at(-1)?.body);
    expect(input.map(({ role }) => role).filter((role) => role !== undefined)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
  });

  it('is stored with its final output, independent of earlier reads', async () => {
    let now = Date.parse('2026-11-16T00:00:00Z');
    const simulator = { now: () => now, latency: { queuedMs: 10, backgroundMs: 1000 } };
    const openai = createSimulator(simulator);
    const half = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Half' }] };
    const iris = startIris({
      simulator,
      fetch: async (...request) => {
        const response = await openai.fetch(...request);
        const body = z.looseObject({ status: z.string() }).safeParse(
          await response
            .clone()
            .json()
            .catch(() => undefined),
        );
        return body.data?.status === 'in_progress'
          ? Response.json({ ...body.data, output: [half] })
          : response;
      },
    });
    const client = await connect(iris, { era });
    const { response_id } = (
      await callTool(client, 'iris', { input: 'My name is Hanako.', background: true, continuity: 'auto' })
    ).answer;
    now += 500;
    expect((await callTool(client, 'iris_result', { response_id, waitSeconds: 0 })).answer.answer).toBe(
      'Half',
    );
    now += 5000;
    await callTool(client, 'iris_result', { response_id });
    now += 31 * 86_400_000;
    await callTool(client, 'iris', { input: 'What is my name?', previous_response_id: response_id });
    const replayed = JSON.stringify(openai.journal.at(-1)?.body);
    expect(replayed).toContain('Nice to meet you');
    expect(replayed).not.toContain('Half');
  });

  it('is rejected when OpenAI stores nothing', async () => {
    const client = await connect(startIris(), { era });
    const reply = await callTool(client, 'iris', { input: 'x', background: true, continuity: 'local' });
    expect(reply.text).toMatch(/^\[invalid_argument\]/);
  });

  it('returns the error of the design for an invalid id', async () => {
    const client = await connect(startIris(), { era });
    for (const tool of ['iris_result', 'iris_cancel']) {
      const reply = await callTool(client, tool, { response_id: 'task-1' });
      expect(reply.text).toContain('Invalid or expired previous_response_id: task-1.');
    }
  });
});

describe.each<[Era]>([['legacy'], ['modern']])('a call in the %s era', (era) => {
  it('reports increasing progress, not for every event', async () => {
    const words = 'word '.repeat(400);
    const iris = startIris();
    iris.simulator.script({ say: [{ type: 'message', text: words }] });
    const client = await connect(iris, { era });
    const reports: { progress: number; message?: string | undefined }[] = [];
    await callTool(client, 'iris', { input: 'Write' }, { onprogress: (report) => void reports.push(report) });
    const values = reports.map(({ progress }) => progress);
    expect(values.length).toBeGreaterThan(0);
    expect(values.length).toBeLessThan(20);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(new Set(values).size).toBe(values.length);
  });

  it('ends the request to OpenAI when it is cancelled', async () => {
    const seen: AbortSignal[] = [];
    const hang: typeof fetch = (_url, init) => {
      const { signal } = init ?? {};
      if (signal) seen.push(signal);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    };
    const client = await connect(startIris({ fetch: hang }), { era });
    const stop = new AbortController();
    const call = callTool(client, 'iris', { input: 'Hello' }, { signal: stop.signal }).catch(
      () => 'cancelled',
    );
    await until(() => seen.length === 1);
    stop.abort();
    expect(await call).toBe('cancelled');
    await until(() => seen.some(({ aborted }) => aborted));
  });

  it('asks the user whether to start over when the conversation no longer exists', async () => {
    const iris = startIris();
    const asked: string[] = [];
    const client = await connect(iris, { era, client: { capabilities: { elicitation: { form: {} } } } });
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { startOver: true } };
    });
    const reply = await callTool(client, 'iris', { input: '2+3は?', previous_response_id: 'resp_gone' });
    expect(asked).toEqual([expect.stringContaining('新しい会話')]);
    expect(reply.isError).toBe(false);
    expect(reply.text).toContain('新しい会話として回答しました');
  });

  it('fails with the remedy when the user declines', async () => {
    const client = await connect(startIris(), {
      era,
      client: { capabilities: { elicitation: { form: {} } } },
    });
    client.setRequestHandler('elicitation/create', async () => ({ action: 'decline' }));
    const reply = await callTool(client, 'iris', { input: 'x', previous_response_id: 'resp_gone' });
    expect(reply.text).toMatch(/^\[previous_response_not_found\]/);
  });
});

describe('the Tasks extension', () => {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { extensions: { [TASKS]: {} } },
  };
  const send = async (
    { handler }: ReturnType<typeof startIris>,
    method: string,
    params: Record<string, unknown>,
  ): Promise<unknown> => {
    const name = params['name'] ?? params['taskId'];
    const response = await handler.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
          'mcp-name': String(name),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } }),
      }),
    );
    const body = z
      .object({ result: z.unknown().optional(), error: z.unknown().optional() })
      .parse(await response.json());
    return body.result ?? body.error;
  };

  it('runs high effort as a task that ends with the answer', async () => {
    const iris = startIris();
    const call = { name: 'iris', arguments: { input: 'What is 2+3?', reasoningEffort: 'high' } };
    const begun = taskSchema.parse(await send(iris, 'tools/call', call));
    expect(begun).toMatchObject({ resultType: 'task', status: 'working' });
    let seen = begun;
    await until(async () => {
      seen = taskSchema.parse(await send(iris, 'tasks/get', { taskId: begun.taskId }));
      return seen.status === 'completed';
    });
    expect(seen.result?.content[0]?.text).toContain('5');
  });

  it('cancels background work at OpenAI when the task is cancelled', async () => {
    const iris = startIris({ simulator: { latency: { backgroundMs: 60_000 }, now: Date.now } });
    const call = { name: 'iris', arguments: { input: 'Hello', background: true } };
    const { taskId } = taskSchema.parse(await send(iris, 'tools/call', call));
    await until(() => paths(iris).some((path) => path.startsWith('GET ')));
    await send(iris, 'tasks/cancel', { taskId });
    await until(() => paths(iris).some((path) => path.endsWith('/cancel')));
    expect(taskSchema.parse(await send(iris, 'tasks/get', { taskId })).status).toBe('cancelled');
  });

  it.each([
    ['continues at OpenAI when the server closes and a folder stores the task', true],
    ['is cancelled at OpenAI when the server closes and no folder stores the task', false],
  ])('%s', async (_case, hasFolder) => {
    const folder = await mkdtemp(join(tmpdir(), 'iris-close-'));
    const iris = startIris({
      simulator: { latency: { backgroundMs: 60_000 }, now: Date.now },
      ...(hasFolder ? { folder } : {}),
    });
    await send(iris, 'tools/call', { name: 'iris', arguments: { input: 'Hello', background: true } });
    await until(() => paths(iris).some((path) => path.startsWith('GET ')));
    await iris.handler.close();
    const isCanceled = () => paths(iris).some((path) => path.endsWith('/cancel'));
    if (hasFolder) await wait(100);
    else await until(isCanceled);
    expect(isCanceled()).toBe(!hasFolder);
    await rm(folder, { recursive: true });
  });

  it('responds to a short call without a task', async () => {
    const call = { name: 'iris', arguments: { input: 'What is 2+3?' } };
    expect(await send(startIris(), 'tools/call', call)).toMatchObject({ resultType: 'complete' });
  });

  it('rejects an unknown task', async () => {
    expect(await send(startIris(), 'tasks/get', { taskId: 'x' })).toMatchObject({ code: -32_602 });
  });
});
