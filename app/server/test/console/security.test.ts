import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callUnderName } from './call-under-name.ts';
import { signIn } from './sign-in.ts';
import { makeFolder, PEOPLE, startConsole } from './start-console.ts';

/** Every route that changes something, with the lowest role that is allowed. */
const CHANGES: readonly (readonly [method: string, path: string, needs: 'approver' | 'admin'])[] = [
  ['POST', '/api/approvals/ap_1/decision', 'approver'],
  ['POST', '/api/approvals/ap_1/outcome', 'approver'],
  ['POST', '/api/approvals/ap_1/extension', 'approver'],
  ['POST', '/api/approvals/batch', 'approver'],
  ['POST', '/api/runs/run_1/turns/0/decision', 'approver'],
  ['DELETE', '/api/grants/gr_1?run_id=run_1', 'approver'],
  ['POST', '/api/playground/runs', 'approver'],
  ['POST', '/api/audit/checkpoints', 'admin'],
  ['PUT', '/api/policies/balanced', 'admin'],
  ['PUT', '/api/policies/active', 'admin'],
  ['PUT', '/api/tools/list_files/manifest', 'admin'],
  ['DELETE', '/api/tools/list_files/manifest?version=0', 'admin'],
  ['POST', '/api/tokens', 'admin'],
  ['DELETE', '/api/tokens/t1', 'admin'],
];

const BODIES: Readonly<Record<string, unknown>> = {
  '/api/approvals/ap_1/decision': { decision: 'approve', action_digest: 'd' },
  '/api/approvals/ap_1/outcome': { decision: 'done', action_digest: 'd' },
  '/api/approvals/ap_1/extension': {},
  '/api/approvals/batch': { decision: 'approve', items: [{ approval_id: 'a', action_digest: 'd' }] },
  '/api/runs/run_1/turns/0/decision': {
    decision: 'approve',
    items: [{ approval_id: 'a', action_digest: 'd' }],
  },
  '/api/playground/runs': { scenario: 'mail-benign', language: 'en' },
  '/api/policies/balanced': { version: 0, profile: {} },
  '/api/policies/active': { name: 'strict' },
  '/api/tools/list_files/manifest': {
    version: 0,
    manifest: { effect: 'read', arguments: {}, trusted_source: false, sensitive: false, idempotent: false },
  },
  '/api/tokens': { name: 'x', role: 'viewer' },
};

const READS = [
  '/api/session',
  '/api/approvals',
  '/api/approvals/counts',
  '/api/approvals/ap_1',
  '/api/grants',
  '/api/runs',
  '/api/runs/run_1',
  '/api/runs/run_1/log.jsonl',
  '/api/audit',
  '/api/audit/1',
  '/api/audit/export',
  '/api/audit/checkpoints',
  '/api/policies',
  '/api/policies/balanced',
  '/api/rules',
  '/api/tools',
  '/api/skills',
  '/api/doctor',
  '/api/status',
  '/api/playground',
  '/api/tokens',
  '/api/events',
];

describe('without authentication', () => {
  it('only the sign-in is available', async () => {
    const { call } = await startConsole();
    for (const bearer of ['', 'Bearer wrong-token', 'Basic abc', 'Bearer ']) {
      for (const path of READS)
        expect([path, (await call('GET', path, undefined, { authorization: bearer })).status]).toEqual([
          path,
          401,
        ]);
      for (const [method, path] of CHANGES) {
        const { status } = await call(method, path, BODIES[path.split('?')[0] ?? ''], {
          authorization: bearer,
        });
        expect([path, status]).toEqual([path, 401]);
      }
    }
    expect((await call('POST', '/mcp', {}, { authorization: 'Bearer wrong-token' })).status).toBe(401);
  });
});

describe('roles', () => {
  it('allow reads to all users and changes only to the required role', async () => {
    const { call, as } = await startConsole();
    for (const path of READS.filter((each) => each !== '/api/tokens' && each !== '/api/events')) {
      const { status } = await call('GET', path, undefined, as('vera'));
      expect([path, status === 401 || status === 403]).toEqual([path, false]);
    }
    for (const [method, path, needs] of CHANGES) {
      const body = BODIES[path.split('?')[0] ?? ''];
      const viewer = await call(method, path, body, as('vera'));
      expect([path, viewer.status, viewer.json.code]).toEqual([path, 403, 'Forbidden']);
      const approver = await call(method, path, body, as('mika'));
      expect([path, approver.status === 403]).toEqual([path, needs === 'admin']);
    }
    expect((await call('GET', '/api/tokens', undefined, as('mika'))).status).toBe(403);
    expect((await call('POST', '/mcp', {}, as('vera'))).status).toBe(401);
  });
});

describe('signing in', () => {
  it('works once with a link, and the cookie is not accessible to scripts and other sites', async () => {
    const { url, console, call } = await startConsole();
    const link = await console.createLoginLink();
    const first = await signIn(url, link);
    expect(first.status).toBe(200);
    expect(first.cookie).toMatch(/HttpOnly/);
    expect(first.cookie).toMatch(/SameSite=Strict/);
    expect((await signIn(url, link)).status).toBe(401);
    const who = await call('GET', '/api/session', undefined, { authorization: '', cookie: first.session });
    expect(who.json).toMatchObject({ user: { id: 'local', role: 'admin' }, via: 'session' });
  });

  it('accepts one of several concurrent uses of a link', async () => {
    const { url, console } = await startConsole();
    const link = await console.createLoginLink();
    const tries = await Promise.all(Array.from({ length: 5 }, () => signIn(url, link)));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('sets a secure cookie behind a proxy with https', async () => {
    const { call } = await startConsole();
    const { headers } = await call(
      'POST',
      '/api/session',
      { token: PEOPLE.mika },
      { 'x-forwarded-proto': 'https' },
    );
    expect(headers.get('set-cookie')).toMatch(/Secure/);
  });

  it('ends the previous session of the browser, also of another user', async () => {
    const { url, call } = await startConsole();
    const before = await signIn(url, PEOPLE.root);
    const token = { token: PEOPLE.vera };
    const after = await call('POST', '/api/session', token, { authorization: '', cookie: before.session });
    expect(after.json.user).toEqual({ id: 'vera', role: 'viewer' });
    expect((await call('GET', '/api/session', undefined, before.headers)).status).toBe(401);
    const fresh = (after.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect(
      (await call('GET', '/api/session', undefined, { authorization: '', cookie: fresh })).json.user.id,
    ).toBe('vera');
    // A rejected token does not end the session.
    await call('POST', '/api/session', { token: 'wrong' }, { authorization: '', cookie: fresh });
    expect((await call('GET', '/api/session', undefined, { authorization: '', cookie: fresh })).status).toBe(
      200,
    );
  });

  it('is limited after failed attempts', async () => {
    const { url } = await startConsole();
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) statuses.push((await signIn(url, `guess-${index}`)).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  it('is limited for concurrent failed attempts', async () => {
    const { url } = await startConsole();
    const tries = await Promise.all(Array.from({ length: 40 }, (_, index) => signIn(url, `guess-${index}`)));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it('is not limited for valid tokens', async () => {
    const { url } = await startConsole();
    for (let index = 0; index < 15; index += 1) expect((await signIn(url, PEOPLE.vera)).status).toBe(200);
  });

  it('ends with the sign-out, and with the expiry of the session', async () => {
    let now = Date.now();
    const { url, call } = await startConsole({}, { clock: () => now });
    const { session, csrf } = await signIn(url, PEOPLE.mika);
    const own = { authorization: '', cookie: session };
    const other = await signIn(url, PEOPLE.mika);
    expect((await call('DELETE', '/api/session', undefined, { ...own, 'x-csrf-token': csrf })).status).toBe(
      204,
    );
    expect((await call('GET', '/api/session', undefined, own)).status).toBe(401);
    now += 13 * 3600 * 1000;
    const late = await call('GET', '/api/session', undefined, { authorization: '', cookie: other.session });
    expect(late.status).toBe(401);
  });

  it('with a token ends when the token is revoked', async () => {
    const { url, call, as } = await startConsole();
    const made = (await call('POST', '/api/tokens', { name: 'x', role: 'admin' }, as('root'))).json;
    const { session } = await signIn(url, made.token);
    const own = { authorization: '', cookie: session };
    expect((await call('GET', '/api/session', undefined, own)).status).toBe(200);
    await call('DELETE', `/api/tokens/${made.id}`, undefined, as('root'));
    expect((await call('GET', '/api/session', undefined, own)).status).toBe(401);
  });
});

describe('a change from a browser', () => {
  it('requires the token of its session', async () => {
    const { url, call } = await startConsole();
    const mika = await signIn(url, PEOPLE.mika);
    const taro = await signIn(url, PEOPLE.taro);
    const start = (headers: Record<string, string>) =>
      call(
        'POST',
        '/api/playground/runs',
        { scenario: 'mail-benign', language: 'en' },
        {
          authorization: '',
          cookie: mika.session,
          ...headers,
        },
      );
    for (const token of ['', 'wrong', taro.csrf]) {
      const refused = await start({ 'x-csrf-token': token });
      expect([token, refused.status, refused.json.code]).toEqual([token, 403, 'CsrfRefused']);
    }
    expect((await start({ 'x-csrf-token': mika.csrf })).status).toBe(201);
  });

  it('of the chat requires it too', async () => {
    const { url, call } = await startConsole();
    const { session, csrf } = await signIn(url, PEOPLE.mika);
    const open = (headers: Record<string, string>) =>
      call('POST', '/ai-agent/sessions', {}, { authorization: '', cookie: session, ...headers });
    expect((await open({})).json.code).toBe('CsrfRefused');
    expect((await open({ 'x-csrf-token': csrf })).status).toBe(201);
  });

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('from %s is rejected', async (_case, headers) => {
    const { call } = await startConsole();
    for (const path of ['/api/session', '/api/playground/runs']) {
      const refused = await call('POST', path, { token: PEOPLE.root }, headers);
      expect([path, refused.status, refused.json.code]).toEqual([path, 403, 'OriginRefused']);
    }
    expect((await call('GET', '/api/events', undefined, headers)).status).toBe(403);
  });

  it('from its own origin and from an allowed one is accepted', async () => {
    const { url, call } = await startConsole({ ALLOWED_ORIGINS: 'https://console.corp.example' });
    for (const origin of [url, 'https://console.corp.example'])
      expect((await call('GET', '/api/status', undefined, { origin })).status).toBe(200);
  });
});

describe('host names of this server', () => {
  it('are the loopback names and the allowed names', async () => {
    const { url } = await startConsole({ ALLOWED_HOSTS: 'console.corp.example' });
    const own = { authorization: `Bearer ${PEOPLE.vera}` };
    const port = new URL(url).port;
    const statuses = await Promise.all(
      [
        'localhost',
        'localhost:1',
        'console.corp.example',
        'evil.example',
        `127.0.0.1.evil.example:${port}`,
      ].map((host) => callUnderName(host, url, '/api/status', { headers: own })),
    );
    expect(statuses).toEqual([200, 200, 200, 421, 421]);
    expect(await callUnderName('evil.example', url, '/inbox')).toBe(421);
    expect(await callUnderName('evil.example', url, '/mcp')).toBe(421);
  });
});

describe('a proxy that authenticates users', () => {
  it('sets user and role, and browsers still need the CSRF token', async () => {
    const { call } = await startConsole({
      TRUSTED_USER_HEADER: 'x-user',
      TRUSTED_ROLE_HEADER: 'x-role',
      API_TOKENS: '',
    });
    const hana = { authorization: '', 'x-user': 'hana@corp.example' };
    const viewer = await call('GET', '/api/session', undefined, hana);
    expect(viewer.json).toMatchObject({ user: { id: 'hana@corp.example', role: 'viewer' }, via: 'proxy' });
    const approver = { ...hana, 'x-role': 'approver' };
    const task = { scenario: 'mail-benign', language: 'en' };
    expect((await call('POST', '/api/playground/runs', task, approver)).json.code).toBe('CsrfRefused');
    const { csrf_token: token } = (await call('GET', '/api/session', undefined, approver)).json;
    const started = await call('POST', '/api/playground/runs', task, { ...approver, 'x-csrf-token': token });
    expect(started.status).toBe(201);
    const odd = { authorization: '', 'x-user': 'a<script>' };
    expect((await call('GET', '/api/session', undefined, odd)).status).toBe(401);
  });

  it('is not trusted when it is not configured', async () => {
    const { call } = await startConsole();
    const { status } = await call('GET', '/api/session', undefined, { authorization: '', 'x-user': 'root' });
    expect(status).toBe(401);
  });
});

describe('a response', () => {
  it('is data, whatever text of users or models it contains', async () => {
    const { call, play, pending } = await startConsole();
    const payload = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const [question] = await pending(await play('files-poisoned'));
    const decided = await call('POST', `/api/approvals/${question.approval_id}/decision`, {
      decision: 'approve',
      action_digest: question.action_digest,
      comment: payload,
      edited_arguments: { path: payload },
    });
    expect(decided.json.approval.comment).toBe(payload);
    const paths = [
      `/api/approvals/${question.approval_id}`,
      `/api/runs/${question.run_id}`,
      `/api/audit?q=${encodeURIComponent('onerror')}`,
      `/api/runs/${encodeURIComponent(payload)}`,
    ];
    for (const path of paths) {
      const { headers } = await call('GET', path);
      expect(headers.get('content-type')).toMatch(/^application\/(problem\+)?json/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('rejects bodies that are too large or not JSON', async () => {
    const { call } = await startConsole();
    const large = await call('POST', '/api/audit/verify', { anchor: 'x'.repeat(100_000) });
    expect([large.status, large.json.code]).toEqual([413, 'BodyTooLarge']);
    expect((await call('POST', '/api/audit/verify', '{"anchor":')).status).toBe(400);
    expect((await call('POST', '/mcp', 'x'.repeat(5_000_000))).status).toBe(413);
  });
});

describe('the files of the console', () => {
  function makeDist(): string {
    const folder = makeFolder();
    mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'outside');
    writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><title>Sekisho</title>');
    writeFileSync(join(folder, 'dist', 'assets', 'app-12ab.js'), 'export {};');
    return join(folder, 'dist');
  }

  it('are served by name, and the page for every screen, both without authentication', async () => {
    const { call } = await startConsole({ CONSOLE_DIST: makeDist() });
    const anonymous = { authorization: '' };
    for (const path of ['/', '/login', '/inbox', '/runs/run_1', '/inbox/ap_x-1']) {
      const page = await call('GET', path, undefined, anonymous);
      expect([path, page.status, page.text]).toEqual([path, 200, expect.stringContaining('<title>')]);
      expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'(?!.*unsafe)/);
      expect(page.headers.get('cache-control')).toBe('no-cache');
    }
    const script = await call('GET', '/assets/app-12ab.js', undefined, anonymous);
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(script.headers.get('cache-control')).toContain('immutable');
    const etag = script.headers.get('etag') ?? '';
    expect((await call('GET', '/assets/app-12ab.js', undefined, { 'if-none-match': etag })).status).toBe(304);
  });

  it('respond to an unknown path with a page for browsers, and with a problem for programs', async () => {
    const { call } = await startConsole({ CONSOLE_DIST: makeDist() });
    const page = await call('GET', '/inbocks', undefined, { accept: 'text/html,*/*;q=0.8' });
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('<title>')]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'(?!.*unsafe)/);
    expect((await call('GET', '/inbocks')).json.code).toBe('NotFound');
    for (const path of ['/api/nothing', '/cases/nothing', '/ai-agent/sessions/nothing']) {
      const { status, json } = await call('GET', path, undefined, { accept: 'text/html' });
      expect([path, status, json?.code]).toEqual([path, 404, 'NotFound']);
    }
  });

  it('cannot be requested from outside of the folder by any path', async () => {
    const { url } = await startConsole({ CONSOLE_DIST: makeDist() });
    const own = { authorization: `Bearer ${PEOPLE.root}` };
    for (const path of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/..%5csecret.txt',
      '//secret.txt',
      '/assets/app-12ab.js%00.txt',
      '/assets',
    ]) {
      expect([path, await callUnderName('127.0.0.1', url, path, { headers: own })]).toEqual([path, 404]);
    }
  });

  it('are replaced by a message when the console is not built', async () => {
    const { call } = await startConsole();
    const { status, text } = await call('GET', '/inbox');
    expect([status, text]).toEqual([503, expect.stringContaining('npm run build')]);
  });
});

describe('the description of the API', () => {
  it('is generated from the routes and contains nothing else', async () => {
    const { call } = await startConsole();
    const { json } = await call('GET', '/api/openapi.json', undefined, { authorization: '' });
    expect(json.openapi).toBe('3.1.0');
    expect(Object.keys(json.paths)).toEqual(
      expect.arrayContaining([
        '/api/approvals/{approval_id}/decision',
        '/api/audit/export',
        '/api/events',
        '/api/runs/{run_id}',
        '/api/runs/{run_id}/log.jsonl',
        '/api/session',
      ]),
    );
    expect(Object.keys(json.paths).every((path) => path.startsWith('/api/'))).toBe(true);
  });
});

describe('/mcp', () => {
  it('serves iris for the same API tokens', async () => {
    const { call } = await startConsole();
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      },
    };
    const accept = { accept: 'application/json, text/event-stream' };
    const { status, text } = await call('POST', '/mcp', body, accept);
    expect([status, text]).toEqual([200, expect.stringContaining('sekisho-iris')]);
  });
});
