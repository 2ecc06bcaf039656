import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { loadProfile, type McpToolPin } from 'sekisho';
import { afterAll, describe, expect, it } from 'vitest';
import { PostgresPolicyStore, PostgresToolPinStore } from '../src/index.ts';
import { sharedPostgres } from '../../../test/shared-postgres.ts';

const server = await sharedPostgres();
const pool = new Pool({ connectionString: server.url, max: 6 });
afterAll(async () => {
  await pool.end();
  await server.stop();
});

const pin = (server_id: string, tool_name: string, definition_digest: string): McpToolPin => ({
  server_id,
  tool_name,
  definition_digest,
  definition: { name: tool_name, inputSchema: { type: 'object' } },
  accepted_by: 'owner',
  accepted_at: 1,
});

describe('PostgresPolicyStore', () => {
  it('returns only the profiles of the package at first', async () => {
    const store = new PostgresPolicyStore(pool, { tenant: randomUUID() });
    expect(await store.getProfile('strict')).toEqual(loadProfile('strict'));
    await expect(store.getProfile('unknown')).rejects.toMatchObject({ code: 'AGENTS-E-POLICY-INVALID' });
  });

  it('returns a profile to every process as soon as it is set, and to no other tenant', async () => {
    const tenant = randomUUID();
    const [one, other] = [
      new PostgresPolicyStore(pool, { tenant }),
      new PostgresPolicyStore(pool, { tenant }),
    ];
    expect(await other.getProfile('balanced')).toEqual(loadProfile('balanced'));
    const own = { ...loadProfile('strict'), name: 'balanced' };
    await one.setProfile(own);
    expect(await other.getProfile('balanced')).toEqual(own);
    await one.setProfile(loadProfile('balanced'));
    expect(await other.getProfile('balanced')).toEqual(loadProfile('balanced'));
    await one.setProfile({ ...loadProfile('fast'), name: 'ours' });
    await expect(
      new PostgresPolicyStore(pool, { tenant: randomUUID() }).getProfile('ours'),
    ).rejects.toMatchObject({ code: 'AGENTS-E-POLICY-INVALID' });
  });

  it('rejects storing and loading an invalid profile', async () => {
    const tenant = randomUUID();
    const store = new PostgresPolicyStore(pool, { tenant });
    await expect(store.setProfile({ name: 'x' } as never)).rejects.toMatchObject({
      code: 'AGENTS-E-POLICY-INVALID',
    });
    await store.setProfile(loadProfile('strict'));
    await pool.query(`update sekisho.policies set body = '{"name":"strict"}' where tenant = $1`, [tenant]);
    await expect(store.getProfile('strict')).rejects.toMatchObject({ code: 'AGENTS-E-POLICY-INVALID' });
  });
});

describe('PostgresToolPinStore', () => {
  it('stores the last pin for each tool of each server', async () => {
    const store = new PostgresToolPinStore(pool, { tenant: randomUUID() });
    for (const [id, tool, digest] of [
      ['files', 'read', 'one'],
      ['files', 'Read', 'two'],
      ['Files', 'read', 'three'],
      ['files', '../../read', 'four'],
      ['files', 'read', 'five'],
    ] as const) {
      await store.put(pin(id, tool, digest));
    }
    const digests = (await store.list('files')).map(({ definition_digest }) => definition_digest);
    expect(new Set(digests)).toEqual(new Set(['five', 'four', 'two']));
    expect(await store.list('Files')).toEqual([pin('Files', 'read', 'three')]);
    expect(await store.list('mail')).toEqual([]);
  });

  it('loses no pin when many are stored at once', async () => {
    const store = new PostgresToolPinStore(pool, { tenant: randomUUID() });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.put(pin('files', `tool ${index}`, 'one'))),
    );
    expect(await store.list('files')).toHaveLength(20);
  });

  it.each(['', '{', '{"server_id":"files"}', JSON.stringify(pin('mail', 'read', 'one'))])(
    'fails at a row with the content %j instead of treating the tool as new',
    async (body) => {
      const tenant = randomUUID();
      const store = new PostgresToolPinStore(pool, { tenant });
      await store.put(pin('files', 'read', 'one'));
      await pool.query('update sekisho.tool_pins set body = $2 where tenant = $1', [tenant, body]);
      await expect(store.list('files')).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    },
  );
});
