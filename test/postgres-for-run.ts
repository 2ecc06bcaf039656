import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres, type TestPostgres } from '../packages/postgres/src/testing/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL at which test files request databases. */
    readonly databasesUrl: string;
  }
}

/** No test cuts the power of this server. Its many short-lived databases need no maintenance. */
const SETTINGS = { max_connections: '400', full_page_writes: 'off', autovacuum: 'off' };

let postgres: Promise<TestPostgres> | undefined;
let endpoint: Server | undefined;

/** Serves databases to all test files of a run from one PostgreSQL, which starts with the first request. */
export async function setup(project: TestProject): Promise<void> {
  endpoint = createServer((request, response) => {
    handle(request.method ?? '', request).then(
      (answer) => response.end(answer),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  endpoint.listen(0, '127.0.0.1');
  await once(endpoint, 'listening');
  const address = endpoint.address();
  if (address === null || typeof address === 'string') throw new Error('The endpoint has no port.');
  project.provide('databasesUrl', `http://127.0.0.1:${address.port}`);
}

export async function teardown(): Promise<void> {
  endpoint?.close();
  endpoint?.closeAllConnections();
  // The files that requested a database have already received the error of a failed start.
  const server = await postgres?.catch(() => undefined);
  await server?.stop();
}

let made = 0;

async function handle(method: string, body: AsyncIterable<unknown>): Promise<string> {
  const request = JSON.parse(await text(body));
  postgres ??= startPostgres({ settings: SETTINGS });
  const server = await postgres;
  if (method === 'DELETE') {
    await dropAll(server, request.names);
    return '';
  }
  made += 1;
  const name = `test_${made}`;
  return JSON.stringify({ name, url: await server.createDatabase(name, request) });
}

async function dropAll({ url }: TestPostgres, names: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await untilUnused(client, names);
    for (const name of names) await client.query(`drop database ${escapeIdentifier(name)} with (force)`);
  } finally {
    await client.end();
  }
}

/** `pool.end()` resolves before its connections are closed, and a connection that is cut while it closes raises an uncaught error. */
async function untilUnused(client: Client, names: readonly string[]): Promise<void> {
  const inUse = 'select 1 from pg_stat_activity where datname = any($1) limit 1';
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if ((await client.query(inUse, [names])).rowCount === 0) return;
    await sleep(20);
  }
}
