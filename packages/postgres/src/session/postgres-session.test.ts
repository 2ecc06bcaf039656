import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import {
  isSessionHistoryRewriteAwareSession,
  isSessionHistoryTransactionAwareSession,
  MemorySession,
  UserError,
  type AgentInputItem,
} from 'sekisho';
import { afterAll, describe, expect, it } from 'vitest';
import { sharedPostgres } from '../../../../test/shared-postgres.ts';
import { PostgresSession } from './postgres-session.ts';

const server = await sharedPostgres();
const pool = new Pool({ connectionString: server.url, max: 6 });
afterAll(async () => {
  await pool.end();
  await server.stop();
});

const say = (content: string): AgentInputItem => ({ role: 'user', content });
const append = (operationId: string, ...items: AgentInputItem[]) =>
  ({ operationId, transaction: { type: 'append_items', items } }) as const;
const replace = (operationId: string, expectedSuffix: AgentInputItem[], replacement: AgentInputItem[]) =>
  ({ operationId, transaction: { type: 'replace_suffix', expectedSuffix, replacement } }) as const;

// The behavior of upstream's in-memory session is the reference.
describe.each([
  ['MemorySession', () => new MemorySession({ sessionId: 's' })],
  ['PostgresSession', () => new PostgresSession(pool, { tenant: randomUUID(), sessionId: 's' })],
])('%s as a session', (_name, make) => {
  it('has the properties that upstream checks', async () => {
    const session = make();
    expect(await session.getSessionId()).toBe('s');
    expect(isSessionHistoryTransactionAwareSession(session)).toBe(true);
    expect(isSessionHistoryRewriteAwareSession(session)).toBe(true);
  });

  it('stores items in order and returns the newest for a limit', async () => {
    const session = make();
    await session.addItems([say('1'), say('2')]);
    await session.addItems([]);
    await session.addItems([say('3')]);
    expect(await session.getItems()).toEqual([say('1'), say('2'), say('3')]);
    expect(await session.getItems(2)).toEqual([say('2'), say('3')]);
    expect(await session.getItems(9)).toHaveLength(3);
    expect(await session.getItems(0)).toEqual([]);
  });

  it('removes and returns its last item', async () => {
    const session = make();
    await session.addItems([say('1'), say('2')]);
    expect(await session.popItem()).toEqual(say('2'));
    expect(await session.popItem()).toEqual(say('1'));
    expect(await session.popItem()).toBeUndefined();
    await session.addItems([say('3')]);
    expect(await session.getItems()).toEqual([say('3')]);
  });

  it('clears all items and operations', async () => {
    const session = make();
    await session.applyHistoryTransaction(append('o1', say('1')));
    await session.clearSession();
    expect(await session.getItems()).toEqual([]);
    await session.applyHistoryTransaction(append('o1', say('2')));
    expect(await session.getItems()).toEqual([say('2')]);
  });

  it('applies a repeated transaction once', async () => {
    const session = make();
    await session.applyHistoryTransaction(append('o1', say('1'), say('2')));
    await session.applyHistoryTransaction(append('o1', say('1'), say('2')));
    expect(await session.getItems()).toEqual([say('1'), say('2')]);
    await expect(async () => session.applyHistoryTransaction(append('o1', say('x')))).rejects.toThrow(
      UserError,
    );
    expect(await session.getItems()).toHaveLength(2);
  });

  it('treats keys in another order as the same transaction', async () => {
    const session = make();
    await session.applyHistoryTransaction(append('o1', { role: 'user', content: 'a' }));
    await session.applyHistoryTransaction(append('o1', { content: 'a', role: 'user' }));
    expect(await session.getItems()).toHaveLength(1);
  });

  it('replaces a suffix only when it is the expected one', async () => {
    const session = make();
    await session.addItems([say('1'), say('2'), say('3')]);
    await session.applyHistoryTransaction(replace('o1', [say('2'), say('3')], [say('4')]));
    expect(await session.getItems()).toEqual([say('1'), say('4')]);
    for (const expected of [[say('x')], [say('1')], [say('0'), say('1'), say('4')]]) {
      await expect(async () =>
        session.applyHistoryTransaction(replace('o2', expected, [say('9')])),
      ).rejects.toThrow(UserError);
    }
    expect(await session.getItems()).toEqual([say('1'), say('4')]);
    await session.applyHistoryTransaction(replace('o2', [], [say('5')]));
    expect(await session.getItems()).toEqual([say('1'), say('4'), say('5')]);
  });

  it.each(['', '  '])('rejects the operation id %j', async (operationId) => {
    await expect(async () => make().applyHistoryTransaction(append(operationId, say('1')))).rejects.toThrow(
      UserError,
    );
  });

  it('rewrites a call in its history', async () => {
    const session = make();
    const call = { type: 'function_call', callId: 'c1', name: 'send', arguments: '{"a":1}' } as const;
    await session.addItems([say('1'), call, say('2')]);
    const replacement = { ...call, arguments: '{"a":2}' };
    await session.applyHistoryMutations({
      mutations: [{ type: 'replace_function_call', callId: 'c1', replacement }],
    });
    expect(await session.getItems()).toEqual([say('1'), replacement, say('2')]);
  });

  it('stores texts and bytes unchanged', async () => {
    const session = make();
    const item = {
      role: 'user',
      content: 'a NUL \0 and a lone \ud800',
      providerData: { __proto__x: 1, bytes: new Uint8Array([0, 255]) },
    } as const;
    await session.addItems([item]);
    expect(await session.getItems()).toEqual([item]);
  });
});

describe('PostgresSession', () => {
  it('applies a transaction once when many processes send it at the same time', async () => {
    const options = { tenant: randomUUID(), sessionId: 's' };
    const sessions = Array.from({ length: 12 }, () => new PostgresSession(pool, options));
    await Promise.all(sessions.map((session) => session.applyHistoryTransaction(append('o1', say('1')))));
    expect(await sessions[0]?.getItems()).toEqual([say('1')]);
  });

  it('neither loses nor reorders items when many processes add at the same time', async () => {
    const options = { tenant: randomUUID(), sessionId: 's' };
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        new PostgresSession(pool, options).addItems([say(`${index} a`), say(`${index} b`)]),
      ),
    );
    const texts = (await new PostgresSession(pool, options).getItems()).map((item) =>
      Reflect.get(item, 'content'),
    );
    expect(texts).toHaveLength(40);
    for (let index = 0; index < 40; index += 2)
      expect(String(texts[index]).replace('a', 'b')).toBe(texts[index + 1]);
  });

  it('is a separate conversation for another id or tenant', async () => {
    const tenant = randomUUID();
    await new PostgresSession(pool, { tenant, sessionId: 's' }).addItems([say('1')]);
    expect(await new PostgresSession(pool, { tenant }).getItems()).toEqual([]);
    expect(await new PostgresSession(pool, { tenant: randomUUID(), sessionId: 's' }).getItems()).toEqual([]);
  });

  it('rejects an item that it could not return unchanged', async () => {
    const session = new PostgresSession(pool);
    const item = { role: 'user', content: 'x', providerData: { '$sekisho.bytes': 'AA==' } } as const;
    await expect(session.addItems([item])).rejects.toThrow(UserError);
  });
});
