import { on, once } from 'node:events';
import { serve } from '@hono/node-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { commandsOf } from '../../../packages/sekisho/test/programs/doc-commands.ts';
import { blocksOf, readPage } from '../../../packages/sekisho/test/programs/doc-pages.ts';
import { startService, USERS } from './start-service.ts';

const CONSOLE = 'docs/guides/console.md';
const CHAT = 'docs/guides/chat.md';

describe.each([
  ['/api/openapi.json', CONSOLE, 3],
  ['/api/openapi.json', 'docs/guides/operate.md', 1],
  ['/openapi.json', CHAT, 12],
])('the URLs of %s in %s', (list, page, atLeast) => {
  it('exist', async () => {
    const { app } = startService();
    const headers = { authorization: `Bearer ${USERS.alice}` };
    const { paths } = (await (await app.request(list, { headers })).json()) as { paths: object };
    const known = Object.keys(paths).map(withoutNames);
    const named = [...readPage(page).matchAll(/`(?:[A-Z]+ )?(\/[a-z][\w/{}.-]*)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => page === CHAT || path.startsWith('/api/'));
    const missing: string[] = [];
    for (const path of named) {
      // Public routes and routes for machines are not in the list.
      if (known.includes(withoutNames(path)) || (await app.request(path, { headers })).status !== 404)
        continue;
      missing.push(path);
    }
    expect(missing).toEqual([]);
    expect(named.length).toBeGreaterThanOrEqual(atLeast);
  });
});

const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');

describe('the guide of the console', () => {
  it('shows requests that return the documented responses to the documented users', async () => {
    const { app } = startService({ API_TOKENS: /`API_TOKENS=([^`]+)`/.exec(readPage(CONSOLE))?.[1] ?? '' });
    const answers: { status: number; json: unknown }[] = [];
    for (const { words } of commandsOf(CONSOLE).filter(({ words: [program] }) => program === 'curl')) {
      const { url, ...request } = readCurl(words);
      const response = await app.request(url, {
        ...request,
        headers: { ...request.headers, host: new URL(url).host },
      });
      answers.push({ status: response.status, json: await response.json() });
    }
    expect(answers).toMatchObject([
      { status: 200, json: { items: [] } },
      { status: 201, json: { name: 'ci', role: 'viewer' } },
    ]);
  });
});

describe('the guide of the chat', () => {
  it('shows a successful request for every route', async () => {
    const { app, call } = startService({ API_TOKENS: '' });
    const document = (await call('GET', '/openapi.json')).json;
    const known = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const ids: Record<string, string> = {};
    const fill = (text: string) => text.replaceAll(/\$([A-Z]+)/g, (_whole, name: string) => ids[name] ?? '');
    const refused: unknown[] = [];
    const used = new Set<string>();
    for (const { words } of commandsOf(CHAT).filter(({ words: [program] }) => program === 'curl')) {
      const { url, ...request } = readCurl(words);
      const method = request.method ?? 'GET';
      const response = await app.request(fill(url), request);
      const text = await response.text();
      if (!response.ok) refused.push([method, url, response.status, text]);
      const path = decodeURI(new URL(url).pathname);
      used.add(known.find((route) => fits(route, `${method} ${path}`)) ?? `${method} ${path}`);
      if ((response.headers.get('content-type') ?? '').startsWith('application/json'))
        storeIds(ids, path, JSON.parse(text));
    }
    expect(refused).toEqual([]);
    expect([...used].toSorted()).toEqual(known.toSorted());
  });

  it('shows the actual error of a flat body', async () => {
    const { call } = startService();
    const shown = blocksOf(CHAT).filter(({ label, text }) => label === 'json' && text.includes('"rule"'));
    const { json } = await call('POST', '/ai-agent/sessions', { industry: '製造業' });
    expect(json.errors).toEqual(shown.map(({ text }) => JSON.parse(text)));
  });

  it('shows a frame that gets a response', async () => {
    const { app, live, call } = startService();
    const listening = Promise.withResolvers<number>();
    const server = serve(
      { fetch: app.fetch, port: 0, hostname: '127.0.0.1', websocket: { server: live.socketServer } },
      ({ port }) => listening.resolve(port),
    );
    onTestFinished(() => {
      live.close();
      server.close();
    });
    const [frame] = blocksOf(CHAT).filter(
      ({ label, text }) => label === 'json' && text.includes('message.send'),
    );
    const { json: session } = await call('POST', '/ai-agent/sessions', {});
    const socket = new WebSocket(`ws://127.0.0.1:${await listening.promise}/ai-agent/live`, {
      headers: { authorization: `Bearer ${USERS.alice}` },
    });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    socket.send(JSON.stringify({ ...JSON.parse(frame?.text ?? ''), sessionId: session.id }));
    const types: unknown[] = [];
    for await (const [words] of on(socket, 'message')) {
      types.push(JSON.parse(String(words)).type);
      if (types.at(-1) === 'message.created' || types.at(-1) === 'problem') break;
    }
    expect(types.at(-1)).toBe('message.created');
  });
});

const fits = (route: string, request: string) =>
  new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(request);

const answerSchema = z.object({
  id: z.string().optional(),
  steps: z.array(z.object({ id: z.string() })).optional(),
  aiResponse: z.object({ messageId: z.string() }).optional(),
});

/** Stores the ids that later requests use. */
function storeIds(ids: Record<string, string>, path: string, json: unknown): void {
  const { id, steps, aiResponse } = answerSchema.parse(json);
  if (path === '/ai-agent/sessions' && id !== undefined) ids['SESSION'] = id;
  if (path === '/process-templates' && id !== undefined) ids['TEMPLATE'] = id;
  if (path.endsWith('/messages') && aiResponse !== undefined) ids['MESSAGE'] = aiResponse.messageId;
  if (!path.endsWith('/cases') || id === undefined) return;
  ids['CASE'] = id;
  ids['STEP'] = steps?.[0]?.id ?? '';
}

/** Returns the request that curl would send. */
function readCurl(words: readonly string[]) {
  const headers: Record<string, string> = {};
  let body: string | undefined;
  let method: string | undefined;
  let url = '';
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '-H') {
      at += 1;
      const [name = '', value = ''] = words[at]?.split(': ') ?? [];
      headers[name] = value;
    } else if (word === '-d') {
      at += 1;
      body = words[at];
    } else if (word === '-X') {
      at += 1;
      method = words[at];
    } else url = word;
  }
  return {
    url,
    headers,
    ...(body === undefined ? {} : { method: 'POST', body }),
    ...(method === undefined ? {} : { method }),
  };
}
