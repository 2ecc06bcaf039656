import { request } from 'node:http';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { describeOnEachStore, type StoreLocation } from '../each-store.ts';
import { openEvents } from './event-stream.ts';
import { signIn } from './sign-in.ts';
import { PEOPLE, startConsole, until } from './start-console.ts';

const start = ({ env, dataDir }: StoreLocation, options: { clock?: () => number } = {}) =>
  startConsole({ DEMO: 'off', ...env }, { dataDir, ...options });

const guess = (index: number) => `guess-${index}-with-32-characters-or-more`;

/** Signs in from another address of this machine and returns the status. */
async function signInFrom(localAddress: string, port: number, token: string): Promise<number> {
  const body = JSON.stringify({ token });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: '/api/session',
    method: 'POST',
    localAddress,
    headers,
  });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  response.resume();
  return response.statusCode;
}

describeOnEachStore('sign-in limits', (createLocation) => {
  it('do not affect the users of an address from which another client guesses tokens', async () => {
    const { url, call, as } = await start(await createLocation());
    const { token } = (await call('POST', '/api/tokens', { name: 'nora', role: 'approver' }, as('root')))
      .json;
    const statuses: number[] = [];
    for (let index = 0; index < 30; index += 1) statuses.push((await signIn(url, guess(index))).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(20).fill(429)]);
    for (const valid of [...Object.values(PEOPLE), token])
      expect((await signIn(url, valid)).status).toBe(200);
  });

  it('do not affect a login link', async () => {
    const { url, console } = await start(await createLocation());
    for (let index = 0; index < 12; index += 1) await signIn(url, guess(index));
    expect((await signIn(url, await console.createLoginLink())).status).toBe(200);
  });

  it('block one token at one address when its prefix is known to the attacker', async () => {
    const { url, port } = await start(await createLocation());
    const prefix = PEOPLE.root.slice(0, 8);
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1)
      statuses.push((await signIn(url, `${prefix}${guess(index)}`)).status);
    expect(statuses.slice(8)).toEqual([401, 401, 429, 429]);
    expect((await signIn(url, PEOPLE.root)).status).toBe(429);
    expect((await signIn(url, PEOPLE.taro)).status).toBe(200);
    expect(await signInFrom('127.0.0.2', port, PEOPLE.root)).toBe(200);
  });

  it('count concurrent guesses of one token', async () => {
    const { url } = await start(await createLocation());
    const prefix = PEOPLE.root.slice(0, 8);
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, index) => signIn(url, `${prefix}${guess(index)}`)),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  it('end after a minute', async () => {
    let now = Date.now();
    const { url } = await start(await createLocation(), { clock: () => now });
    for (let index = 0; index < 12; index += 1) await signIn(url, guess(index));
    expect((await signIn(url, guess(0))).status).toBe(429);
    now += 60_000;
    expect((await signIn(url, guess(0))).status).toBe(401);
  });
});

describeOnEachStore('API tokens', (createLocation) => {
  it('are returned once and listed with role, prefix, last use and expiry', async () => {
    const { call, as } = await start(await createLocation());
    const wanted = { name: 'ci', role: 'viewer', expires_in_days: 30 };
    const created = (await call('POST', '/api/tokens', wanted, as('root'))).json;
    expect(created.token).toMatch(/^sk_console_[\w-]{43}$/);
    const listed = async () => (await call('GET', '/api/tokens', undefined, as('root'))).json.items;
    expect(await listed()).toMatchObject([
      {
        name: 'ci',
        role: 'viewer',
        created_by: 'root',
        prefix: created.token.slice(11, 19),
        last_used_at: null,
      },
    ]);
    const days = (Date.parse(created.expires_at) - Date.parse(created.created_at)) / 86_400_000;
    expect(days).toBe(30);
    await call('GET', '/api/status', undefined, { authorization: `Bearer ${created.token}` });
    expect((await listed())[0].last_used_at).not.toBeNull();
    expect(JSON.stringify(await listed())).not.toContain(created.token.slice(19));
  });

  it('are rejected from the next request after the revocation, with their sessions and streams', async () => {
    const { url, call, as } = await startConsole(
      { DEMO: 'off', ...(await createLocation()).env },
      { heartbeatMs: 100 },
    );
    const created = (await call('POST', '/api/tokens', { name: 'nora', role: 'approver' }, as('root'))).json;
    const browser = await signIn(url, created.token);
    const stream = await openEvents(`${url}/api/events`, { cookie: browser.session });
    expect((await call('GET', '/api/approvals', undefined, browser.headers)).status).toBe(200);
    expect((await call('DELETE', `/api/tokens/${created.id}`, undefined, as('root'))).status).toBe(204);
    expect((await call('GET', '/api/approvals', undefined, browser.headers)).status).toBe(401);
    expect((await signIn(url, created.token)).status).toBe(401);
    await until(async () => stream.seen.isOver);
    expect((await call('GET', '/api/sessions', undefined, as('root'))).json.items).toEqual([]);
  });

  it.each(['vera', 'mika'] as const)('are not available to %s', async (name) => {
    const { call, as } = await start(await createLocation());
    const wanted = { name: 'mine', role: 'admin' };
    expect((await call('GET', '/api/tokens', undefined, as(name))).status).toBe(403);
    expect((await call('POST', '/api/tokens', wanted, as(name))).status).toBe(403);
    expect((await call('DELETE', '/api/tokens/any', undefined, as(name))).status).toBe(403);
  });
});

describeOnEachStore('sessions', (createLocation) => {
  it('are listed for an administrator with user, method and use, without secrets', async () => {
    const { url, call, console } = await start(await createLocation());
    const mika = await signIn(url, PEOPLE.mika);
    const link = await signIn(url, await console.createLoginLink());
    const { json, text } = await call('GET', '/api/sessions', undefined, link.headers);
    expect(json.items.map((each: { user_id: string }) => each.user_id).toSorted()).toEqual(['local', 'mika']);
    expect(json.items).toContainEqual({
      id: expect.any(String),
      user_id: 'mika',
      role: 'approver',
      method: 'token',
      client: 'node',
      token_id: null,
      is_current: false,
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: expect.any(String),
    });
    expect(json.items).toContainEqual(
      expect.objectContaining({ user_id: 'local', role: 'admin', method: 'link', is_current: true }),
    );
    expect(text).not.toContain(mika.csrf);
    expect(text).not.toContain(mika.session.split('=')[1]);
    expect((await call('GET', '/api/session', undefined, mika.headers)).json.method).toBe('token');
  });

  it('are ended by an administrator, which is recorded', async () => {
    const { url, call, as } = await start(await createLocation());
    const mika = await signIn(url, PEOPLE.mika);
    const { items } = (await call('GET', '/api/sessions', undefined, as('root'))).json;
    const path = `/api/sessions/${items[0].id}`;
    expect((await call('DELETE', path, undefined, as('root'))).status).toBe(204);
    expect((await call('GET', '/api/session', undefined, mika.headers)).status).toBe(401);
    expect((await call('DELETE', path, undefined, as('root'))).status).toBe(404);
    const audit = (await call('GET', '/api/audit', undefined, as('root'))).json.items;
    expect(audit).toMatchObject([
      { event: 'policy.changed', decision: 'session.ended', data: { user: 'mika', by: 'root' } },
    ]);
  });

  it('of other users are neither visible to others nor ended by them', async () => {
    const { url, call, as } = await start(await createLocation());
    const [taro, mika] = [await signIn(url, PEOPLE.taro), await signIn(url, PEOPLE.mika)];
    const own = (await call('GET', '/api/sessions', undefined, mika.headers)).json.items;
    expect(own).toMatchObject([{ user_id: 'mika', is_current: true }]);
    const all = (await call('GET', '/api/sessions', undefined, as('root'))).json.items;
    const taros = all.find((each: { user_id: string }) => each.user_id === 'taro');
    expect((await call('DELETE', `/api/sessions/${taros.id}`, undefined, mika.headers)).status).toBe(404);
    expect((await call('GET', '/api/session', undefined, taro.headers)).status).toBe(200);
    expect((await call('DELETE', `/api/sessions/${own[0].id}`, undefined, mika.headers)).status).toBe(204);
    expect((await call('GET', '/api/session', undefined, mika.headers)).status).toBe(401);
  });

  it('cannot be ended without the CSRF token', async () => {
    const { url, call } = await start(await createLocation());
    const { headers } = await signIn(url, PEOPLE.mika);
    const [own] = (await call('GET', '/api/sessions', undefined, headers)).json.items;
    const refused = await call('DELETE', `/api/sessions/${own.id}`, undefined, {
      ...headers,
      'x-csrf-token': 'wrong',
    });
    expect(refused.json.code).toBe('CsrfRefused');
  });
});

describeOnEachStore('the people of the console', (createLocation) => {
  it('are listed with roles, sources, activity, tokens and sessions, for administrators only', async () => {
    const { url, call, as } = await start(await createLocation());
    const { token } = (await call('POST', '/api/tokens', { name: 'nora', role: 'viewer' }, as('root'))).json;
    await signIn(url, token);
    const people = async () => (await call('GET', '/api/access', undefined, as('root'))).json;
    const { items, oidc, proxy } = await people();
    expect({ oidc, proxy }).toEqual({ oidc: null, proxy: null });
    expect(items.map(({ id }: { id: string }) => id)).toEqual(['mika', 'nora', 'root', 'taro', 'vera']);
    expect(items[1]).toMatchObject({
      role: 'viewer',
      sources: [{ kind: 'token', role: 'viewer', token_id: expect.any(String) }],
      last_active_at: expect.any(String),
      tokens: 1,
      sessions: 1,
    });
    expect(items[2]).toMatchObject({ sources: [{ kind: 'setting', role: 'admin', token_id: null }] });
    expect(items[3]).toMatchObject({ id: 'taro', last_active_at: null, tokens: 0, sessions: 0 });
    expect((await call('GET', '/api/access')).status).toBe(403);
    expect((await call('GET', '/api/people')).json.items).toEqual(['mika', 'root', 'taro']);
  });

  it('change their role with the role of their token, also in open sessions, and the audit log records it', async () => {
    const { url, call, as } = await start(await createLocation());
    const { token, id } = (await call('POST', '/api/tokens', { name: 'nora', role: 'viewer' }, as('root')))
      .json;
    const { headers } = await signIn(url, token);
    const roleInSession = async () => (await call('GET', '/api/session', undefined, headers)).json.user.role;
    expect(await roleInSession()).toBe('viewer');
    const change = (role: string, sender: Record<string, string>) =>
      call('PATCH', `/api/tokens/${id}`, { role }, sender);
    expect((await change('admin', as('mika'))).status).toBe(403);
    expect((await change('owner', as('root'))).status).toBe(400);
    expect((await change('admin', as('root'))).status).toBe(204);
    expect(await roleInSession()).toBe('admin');
    const own = await change('viewer', { authorization: `Bearer ${token}` });
    expect(own.json).toMatchObject({ status: 409, code: 'OwnRole' });
    const { items } = (await call('GET', '/api/audit?event=policy.changed', undefined, as('root'))).json;
    expect(items).toContainEqual(
      expect.objectContaining({
        decision: 'role.changed',
        data: { by: 'root', name: 'nora', role: 'admin', role_before: 'viewer', token_id: id },
      }),
    );
    await call('DELETE', `/api/tokens/${id}`, undefined, as('root'));
    expect((await change('viewer', as('root'))).status).toBe(404);
  });
});
