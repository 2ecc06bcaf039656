import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import { readSettings } from '../../src/config/env.ts';
import { createService, type ServiceOptions } from '../../src/composition/create-service.ts';

/** Names and tokens of the users in these tests. */
export const PEOPLE = {
  vera: 'vera-token-with-32-characters-or-more',
  mika: 'mika-token-with-32-characters-or-more',
  taro: 'taro-token-with-32-characters-or-more',
  root: 'root-token-with-32-characters-or-more',
};

const TOKENS = `vera:${PEOPLE.vera}:viewer,mika:${PEOPLE.mika}:approver,taro:${PEOPLE.taro}:approver,root:${PEOPLE.root}:admin`;

/** Creates a folder for the data of a test and removes it afterwards. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-console-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a real server on real files, with a real socket. */
export async function startConsole(
  env: Record<string, string> = {},
  options: ServiceOptions & { dataDir?: string } = {},
) {
  const dataDir = options.dataDir ?? makeFolder();
  const lines: string[] = [];
  const settings = readSettings({
    SEKISHO_DATA_DIR: dataDir,
    API_TOKENS: TOKENS,
    CONSOLE_DIST: join(dataDir, 'no-console'),
    ...env,
  });
  const { app, console, close } = createService(settings, { log: (line) => lines.push(line), ...options });
  const server = createServer(getRequestListener(app.fetch));
  // A test can block the process for longer than the default timeout of an idle connection.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    const closed = new Promise((resolve) => server.close(resolve));
    await close();
    server.closeAllConnections();
    await closed;
  };
  onTestFinished(stop);
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${PEOPLE.mika}`, 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      json:
        isJson && !response.headers.get('content-type')?.includes('ndjson') ? JSON.parse(text) : undefined,
    };
  };
  /** Returns the headers with the API token of a user. */
  const as = (name: keyof typeof PEOPLE) => ({ authorization: `Bearer ${PEOPLE[name]}` });
  /** Runs a demo agent until it is suspended or has ended. */
  const play = async (scenario: string): Promise<string> => {
    const { json } = await call('POST', '/api/playground/runs', { scenario, language: 'en' });
    await until(async () => (await call('GET', `/api/runs/${json.run_id}`)).json.status !== 'running');
    return json.run_id;
  };
  const pending = async (runId: string) =>
    (await call('GET', `/api/approvals?run_id=${runId}`)).json.items.toReversed();
  const statusOf = async (runId: string) => (await call('GET', `/api/runs/${runId}`)).json.status;
  return { url, app, console, call, as, play, pending, statusOf, stop, lines, dataDir, port };
}

/** Waits for a condition, for a limited time. */
export async function until(claim: () => Promise<boolean>, maxMs = 15_000): Promise<void> {
  const end = Date.now() + maxMs;
  while (!(await claim())) {
    if (Date.now() > end) throw new Error('The condition was not met in time.');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
