import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Hono } from 'hono';
import { z } from 'zod';
import { serveMeasured } from './serve-measured.ts';

/** The minimum service: validates the message, stores both messages of the exchange, and responds. */
const [answer = '', dataDir = ''] = process.argv.slice(2);
const database = new DatabaseSync(join(dataDir, 'bare.db'));
database.exec('pragma journal_mode = wal; pragma synchronous = full');
database.exec(
  'create table messages (id text primary key, session_id text, role text, content text, at integer) strict',
);
const insert = database.prepare('insert into messages values (?, ?, ?, ?, ?)');
const schema = z.strictObject({ message: z.string().min(1).max(8000) });
const app = new Hono()
  .post('/ai-agent/sessions', (c) => c.json({ id: randomUUID() }, 201))
  .post('/ai-agent/sessions/:id/messages', async (c) => {
    const parsed = schema.safeParse(await c.req.json());
    if (!parsed.success) return c.json({ error: 'invalid' }, 400);
    const id = c.req.param('id');
    database.exec('begin immediate');
    insert.run(randomUUID(), id, 'user', parsed.data.message, Date.now());
    insert.run(randomUUID(), id, 'assistant', answer, Date.now());
    database.exec('commit');
    return c.json({ content: answer }, 200);
  });
serveMeasured(app.fetch);
