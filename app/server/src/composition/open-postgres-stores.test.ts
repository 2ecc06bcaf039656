import { Pool } from 'pg';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSchema } from '@sekisho/postgres';
import { startPostgres } from '@sekisho/postgres/testing';
import { sharedPostgres } from '../../../../test/shared-postgres.ts';
import { describeChatStore } from '../../test/contracts/describe-chat-store.ts';
import { describeConsoleStore } from '../../test/contracts/describe-console-store.ts';
import { describeProcessStore } from '../../test/contracts/describe-process-store.ts';
import { MIGRATIONS } from '../storage/postgres/migrations.ts';
import { openPostgresStores } from './open-postgres-stores.ts';

const server = await sharedPostgres();
const pools = [1, 2].map(() => new Pool({ connectionString: server.url, max: 3 }));
const TABLES = [
  'messages',
  'sessions',
  'requests',
  'step_instances',
  'cases',
  'step_templates',
  'templates',
  'console_tokens',
  'console_login_links',
  'console_sessions',
  'console_runs',
  'console_model_calls',
  'console_tool_outputs',
  'console_documents',
  'console_decisions',
  'console_assignments',
  'console_comments',
  'console_readers',
  'console_displays',
  'console_views',
  'console_claims',
];
let opened = 0;
let current = '';

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await server.stop();
});

// Creating tables takes longer than truncating them, so all locations share one schema, one after another.
async function open({ clock, location }: { clock: () => number; location: string }) {
  opened += 1;
  const pool = pools[opened % 2];
  if (pool === undefined) throw new Error('The other pool is not open.');
  const stores = openPostgresStores({ pool, clock });
  if (current !== location) {
    current = location;
    await stores.chat.getSession('unknown', 'the tables exist now');
    for (const table of TABLES) await pool.query(`delete from sekisho_chat.${table}`);
  }
  return stores;
}

describeChatStore('PostgresChatStore', open);
describeProcessStore('PostgresProcessStore', open);
describeConsoleStore('the store in PostgreSQL', async (location) => {
  const { console, close } = await open({ clock: () => 1, location });
  return { store: console, close };
});

describe('openPostgresStores', () => {
  const session = { id: 'a', userId: 'u', title: undefined, context: {}, version: 1, createdAt: 1 };

  it('migrates the tables of version 0.1 and keeps their data', async () => {
    const pool = new Pool({ connectionString: await server.createDatabase('of_0_1') });
    await openSchema(pool, { schema: 'sekisho_chat', migrations: MIGRATIONS.slice(0, 2), timeoutMs: 5000 });
    await pool.query(`insert into sekisho_chat.sessions (id, user_id, context, created_at) values ('a', 'u', '{}', 1);
      insert into sekisho_chat.messages (id, session_id, role, content, is_fallback, created_at)
        values ('m', 'a', 'assistant', 'はい', false, 5);
      insert into sekisho_chat.templates (id, user_id, name, created_at) values ('t', 'u', '採用', 1);`);
    const stores = openPostgresStores({ pool, clock: () => 1 });
    expect(await stores.chat.getSession('u', 'a')).toEqual(session);
    expect(await stores.chat.getMessage('a', 'm')).toMatchObject({ warnings: [], feedback: undefined });
    expect(await stores.processes.getTemplate('u', 't')).toMatchObject({ name: '採用', version: 1 });
    await pool.end();
  });

  it('opens by URL, creates the tables once for concurrent callers, and closes its own connections', async () => {
    const url = await server.createDatabase('by_url');
    const stores = Array.from({ length: 4 }, () => openPostgresStores({ url, clock: () => 1 }));
    await Promise.all(stores.map(({ chat }, index) => chat.addSession({ ...session, id: `s${index}` })));
    expect((await stores[0]?.chat.listSessions('u', { limit: 9 }))?.items).toHaveLength(4);
    await Promise.all(stores.map(({ close }) => close()));
    await expect(stores[0]?.chat.addSession(session)).rejects.toMatchObject({ code: 'StoreUnavailable' });
  });

  it("adds the console's tables to an existing schema, and keeps its data", async () => {
    const url = await server.createDatabase('before');
    const pool = new Pool({ connectionString: url });
    await openSchema(pool, { schema: 'sekisho_chat', migrations: MIGRATIONS.slice(0, 1) });
    await pool.query(
      `insert into sekisho_chat.sessions (id, user_id, context, created_at) values ('a', 'u', '{}', 1)`,
    );
    const stores = openPostgresStores({ pool, clock: () => 1 });
    expect(await stores.console.claimOnce('demo')).toBe(true);
    expect(await stores.chat.getSession('u', 'a')).toEqual(session);
    await pool.end();
  });

  it('reports StoreUnavailable while the server is unavailable, and works afterwards', async () => {
    const own = await startPostgres();
    onTestFinished(() => own.stop());
    const { url } = own;
    const stores = openPostgresStores({ url, clock: () => 1, timeoutMs: 100 });
    await stores.chat.addSession(session);
    await own.kill();
    await expect(stores.chat.addSession({ ...session, id: 'b' })).rejects.toMatchObject({
      code: 'StoreUnavailable',
    });
    await expect(stores.chat.getSession('u', 'a')).rejects.toMatchObject({ code: 'StoreUnavailable' });
    await own.start();
    expect(await stores.chat.getSession('u', 'a')).toEqual(session);
    await stores.chat.addSession({ ...session, id: 'b' });
    await stores.close();
  });
});
