import { describe, expect, it } from 'vitest';
import { describeOnEachStore } from '../each-store.ts';
import { Browser, CLIENT, startIssuer, type Person } from './oidc-issuer.ts';
import { startConsole } from './start-console.ts';

const PEOPLE: Readonly<Record<string, Person>> = {
  ada: { groups: ['staff', 'sekisho-admins', 'reviewers'], email: 'ada@example.com', email_verified: true },
  mika: { groups: ['reviewers'], email: 'mika@example.com', email_verified: false },
  nora: { groups: ['sales'], email: 'nora@example.com', email_verified: true },
  'odd name': { groups: ['reviewers'] },
};

async function start(env: Record<string, string> = {}, options: Parameters<typeof startConsole>[1] = {}) {
  const issuer = await startIssuer(PEOPLE);
  const console = await startConsole(
    {
      DEMO: 'off',
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_SCOPE: 'openid email groups',
      OIDC_GROUP_ROLES: 'sekisho-admins:admin, reviewers:approver',
      ...env,
    },
    options,
  );
  issuer.register(console.url);
  const browser = new Browser();
  /** Sends a request with the session of the browser. */
  const inSession = (method: string, path: string, from = browser, headers: Record<string, string> = {}) =>
    console.call(method, path, undefined, {
      authorization: '',
      cookie: `sekisho_session=${from.cookie(console.url, 'sekisho_session')}`,
      ...headers,
    });
  return { ...console, issuer, browser, inSession };
}

const isConsolePage = (url: URL) => /^\/(?:inbox|login|runs)/.test(url.pathname);
const isCallback = (url: URL) => url.pathname === '/auth/oidc/callback';

describeOnEachStore('sign-in through OpenID Connect', (createLocation) => {
  it('opens a session with the role of the groups, and records it', async () => {
    const { env, dataDir } = await createLocation();
    const { url, browser, inSession, call, as } = await start(env, { dataDir });
    const page = await browser.signIn(url, 'ada', isConsolePage);
    expect(page.url.href).toBe(`${url}/inbox`);
    expect((await inSession('GET', '/api/session')).json).toMatchObject({
      user: { id: 'ada', role: 'admin' },
      via: 'session',
      method: 'oidc',
    });
    const audit = (await call('GET', '/api/audit', undefined, as('root'))).json.items;
    expect(audit).toMatchObject([
      { decision: 'session.opened', data: { by: 'ada', role: 'admin', subject: 'ada' } },
    ]);
    expect((await inSession('GET', '/api/sessions')).json.items).toMatchObject([
      { user_id: 'ada', method: 'oidc', is_current: true },
    ]);
    const access = (await call('GET', '/api/access', undefined, as('root'))).json;
    expect(access.oidc).toMatchObject({
      groups_claim: 'groups',
      groups: [
        { group: 'sekisho-admins', role: 'admin' },
        { group: 'reviewers', role: 'approver' },
      ],
      default_role: null,
    });
    expect(access.items.find(({ id }: { id: string }) => id === 'ada')).toMatchObject({
      role: 'admin',
      sources: [{ kind: 'oidc', groups: ['sekisho-admins', 'reviewers'] }],
      sessions: 1,
    });
    // A change still requires the CSRF token of the session.
    expect((await inSession('DELETE', '/api/session')).json.code).toBe('CsrfRefused');
  });

  it('ends the session here and at the issuer', async () => {
    const { env, dataDir } = await createLocation();
    const { url, issuer, browser, inSession } = await start(env, { dataDir });
    await browser.signIn(url, 'mika', isConsolePage);
    const before = new Browser();
    before.setCookie(url, 'sekisho_session', browser.cookie(url, 'sekisho_session') ?? '');
    const confirmation = await browser.visit(`${url}/auth/oidc/logout`);
    expect(confirmation.url.href).toMatch(new RegExp(`^${issuer.url}/session/end\\?id_token_hint=`));
    expect((await inSession('GET', '/api/session', before)).status).toBe(401);
    expect(browser.cookie(url, 'sekisho_session')).toBeUndefined();
    const page = await browser.submit(confirmation, { logout: 'yes' }, isConsolePage);
    expect(page.url.href).toBe(`${url}/login`);
    // The issuer asks for the name again.
    const again = await browser.visit(`${url}/auth/oidc/login`);
    expect(again.text).toContain('name="login"');
  });
});

describe('sign-in through OpenID Connect', () => {
  it('requests a code with PKCE, a state and a nonce that differ each time', async () => {
    const { url, issuer, browser } = await start();
    const requests: URLSearchParams[] = [];
    for (let round = 0; round < 2; round += 1) {
      const page = await browser.visit(`${url}/auth/oidc/login`, {}, (next) => next.origin === issuer.url);
      requests.push(page.url.searchParams);
    }
    for (const request of requests)
      expect(Object.fromEntries(request)).toMatchObject({
        response_type: 'code',
        client_id: CLIENT.id,
        redirect_uri: `${url}/auth/oidc/callback`,
        scope: 'openid email groups',
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(new Set(requests.map((request) => request.get(name))).size).toBe(2);
  });

  it('is listed among the methods, without authentication', async () => {
    const methods = async (env?: Record<string, string>) => {
      const { call } = env ? await start(env) : await startConsole();
      return (await call('GET', '/api/sign-in-methods', undefined, { authorization: '' })).json;
    };
    expect(await methods()).toEqual({ token: true, proxy: false, oidc: null });
    expect(await methods({ OIDC_NAME: 'Example SSO' })).toEqual({
      token: true,
      proxy: false,
      oidc: { name: 'Example SSO', login_url: '/auth/oidc/login', logout_url: '/auth/oidc/logout' },
    });
  });

  it('has no pages when no issuer is set', async () => {
    const { call } = await startConsole();
    expect((await call('GET', '/auth/oidc/login')).status).toBe(404);
  });

  it.each([
    ['nora', {}, 'NoRole'],
    ['odd name', {}, 'LoginRefused'],
    ['mika', { OIDC_USER_CLAIM: 'email' }, 'LoginRefused'],
    ['mika', { OIDC_USER_CLAIM: 'missing' }, 'LoginRefused'],
  ])('is refused for %s with %j: %s', async (name, env: Record<string, string>, code) => {
    const { url, browser, lines } = await start(env);
    const page = await browser.signIn(url, name, isConsolePage);
    expect(page.url.href).toBe(`${url}/login?problem=${code}`);
    expect(browser.cookie(url, 'sekisho_session')).toBeUndefined();
    expect(lines.map((line) => JSON.parse(line))).toContainEqual({ event: 'sign-in.failed', code });
  });

  it.each([
    ['nora', { OIDC_DEFAULT_ROLE: 'viewer' }, { id: 'nora', role: 'viewer' }],
    ['ada', { OIDC_USER_CLAIM: 'email' }, { id: 'ada@example.com', role: 'admin' }],
    ['mika', { OIDC_DEFAULT_ROLE: 'viewer' }, { id: 'mika', role: 'approver' }],
  ])('of %s with %j has the user %j', async (name, env: Record<string, string>, user) => {
    const { url, browser, inSession } = await start(env);
    await browser.signIn(url, name, isConsolePage);
    expect((await inSession('GET', '/api/session')).json.user).toEqual(user);
  });

  it('reads groups from the ID token when it contains them', async () => {
    const { url, issuer, browser, inSession } = await start();
    issuer.register(url, { conformIdTokenClaims: false });
    await browser.signIn(url, 'ada', isConsolePage);
    expect((await inSession('GET', '/api/session')).json.user.role).toBe('admin');
    expect(issuer.state.paths).not.toContain('/me');
  });

  it.each([
    ['/runs?status=suspended', '/runs?status=suspended'],
    ['https://evil.example/', '/inbox'],
    ['//evil.example/', '/inbox'],
    ['/\\evil.example/', '/inbox'],
  ])('returns from %s to %s', async (wanted, expected) => {
    const { url, browser } = await start();
    const path = `?return_to=${encodeURIComponent(wanted)}`;
    const page = await browser.signIn(url, 'mika', isConsolePage, path);
    expect(page.url.href).toBe(`${url}${expected}`);
  });

  it('ends the previous session of the browser', async () => {
    const { url, browser, inSession } = await start();
    await browser.signIn(url, 'mika', isConsolePage);
    const before = new Browser();
    before.setCookie(url, 'sekisho_session', browser.cookie(url, 'sekisho_session') ?? '');
    await browser.visit(`${url}/auth/oidc/login`, {}, isConsolePage);
    expect((await inSession('GET', '/api/session')).status).toBe(200);
    expect((await inSession('GET', '/api/session', before)).status).toBe(401);
  });

  it('gives the session access to the chat, and disables the local user', async () => {
    const { url, browser, inSession } = await start({ API_TOKENS: '' });
    expect((await fetch(`${url}/ai-agent/sessions`)).status).toBe(401);
    await browser.signIn(url, 'mika', isConsolePage);
    expect((await inSession('GET', '/ai-agent/sessions')).status).toBe(200);
  });

  it('redirects to the sign-in page while the issuer is unavailable, and works again afterwards', async () => {
    const { url, issuer, browser } = await start();
    issuer.state.isDown = true;
    const page = await browser.visit(`${url}/auth/oidc/login`, {}, isConsolePage);
    expect(page.url.href).toBe(`${url}/login?problem=IssuerUnavailable`);
    issuer.state.isDown = false;
    expect((await browser.signIn(url, 'mika', isConsolePage)).url.pathname).toBe('/inbox');
  });
});

describe('an attack on the sign-in through OpenID Connect', () => {
  const refused = (url: string) => `${url}/login?problem=LoginRefused`;

  it('with the code of the attacker in the browser of another user fails', async () => {
    const { url, browser } = await start();
    const { url: callback } = await browser.signIn(url, 'mika', isCallback);
    const victim = new Browser();
    const page = await victim.visit(callback.href, {}, isConsolePage);
    expect(page.url.href).toBe(refused(url));
    expect(victim.cookie(url, 'sekisho_session')).toBeUndefined();
  });

  it('with another state, a code of another sign-in, or a repeated code fails', async () => {
    const { url } = await start();
    const attempt = async (change: (callback: URL, other: URL) => void) => {
      const [browser, other] = [new Browser(), new Browser()];
      const { url: callback } = await browser.signIn(url, 'mika', isCallback);
      const { url: foreign } = await other.signIn(url, 'ada', isCallback);
      change(callback, foreign);
      return (await browser.visit(callback.href, {}, isConsolePage)).url.href;
    };
    expect(await attempt(() => undefined)).toBe(`${url}/inbox`);
    expect(await attempt((callback) => callback.searchParams.set('state', 'other'))).toBe(refused(url));
    expect(await attempt((callback) => callback.searchParams.delete('state'))).toBe(refused(url));
    expect(
      await attempt((callback, other) =>
        callback.searchParams.set('code', other.searchParams.get('code') ?? ''),
      ),
    ).toBe(refused(url));
    const browser = new Browser();
    const { url: callback } = await browser.signIn(url, 'mika', isCallback);
    const checks = browser.cookie(url, 'sekisho_oidc') ?? '';
    expect((await browser.visit(callback.href, {}, isConsolePage)).url.href).toBe(`${url}/inbox`);
    expect(browser.cookie(url, 'sekisho_oidc')).toBeUndefined();
    browser.setCookie(url, 'sekisho_oidc', checks);
    expect((await browser.visit(callback.href, {}, isConsolePage)).url.href).toBe(refused(url));
  });

  it.each(['nonce', 'code_challenge'])(
    'with a changed %s in the request to the issuer fails',
    async (name) => {
      const { url, issuer, browser, lines } = await start();
      const isIssuer = (next: URL) => next.origin === issuer.url;
      const { url: request } = await browser.visit(`${url}/auth/oidc/login`, {}, isIssuer);
      request.searchParams.set(name, 'A'.repeat(43));
      const form = await browser.visit(request.href);
      const consent = await browser.submit(form, { login: 'mika', password: 'any' });
      const page = await browser.submit(consent, {}, isConsolePage);
      expect(page.url.href).toBe(refused(url));
      const cause = name === 'nonce' ? 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' : 'OAUTH_RESPONSE_BODY_ERROR';
      expect(lines.map((line) => JSON.parse(line))).toContainEqual({
        event: 'sign-in.failed',
        code: 'LoginRefused',
        cause,
      });
    },
  );

  it('with an ID token that the key of the issuer did not sign fails', async () => {
    const { url, issuer, browser } = await start();
    await issuer.replaceKeys();
    const page = await browser.signIn(url, 'ada', isConsolePage);
    expect(page.url.href).toBe(refused(url));
  });

  it('with changed or expired checks fails', async () => {
    let now = Date.now();
    const { url } = await start({}, { clock: () => now });
    const browser = new Browser();
    const { url: callback } = await browser.signIn(url, 'mika', isCallback);
    const checks = decodeURIComponent(browser.cookie(url, 'sekisho_oidc') ?? '');
    browser.setCookie(url, 'sekisho_oidc', encodeURIComponent(checks.replace('"/inbox"', '"/runs"')));
    expect((await browser.visit(callback.href, {}, isConsolePage)).url.href).toBe(refused(url));
    browser.setCookie(url, 'sekisho_oidc', encodeURIComponent(checks));
    now += 600_000;
    expect((await browser.visit(callback.href, {}, isConsolePage)).url.href).toBe(refused(url));
  });

  it('with an error of the issuer, or without a consent, opens no session', async () => {
    const { url, browser } = await start();
    const { url: callback } = await browser.signIn(url, 'mika', isCallback);
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    expect((await browser.visit(callback.href, {}, isConsolePage)).url.href).toBe(refused(url));
  });

  it.each(['/auth/oidc/login', '/auth/oidc/logout'])('from another site cannot visit %s', async (path) => {
    const { call } = await start();
    const { status } = await call('GET', path, undefined, { 'sec-fetch-site': 'cross-site' });
    expect(status).toBe(403);
  });

  it.each(['/auth/oidc/login', '/auth/oidc/callback'])(
    'under another host name cannot use %s',
    async (path) => {
      const { app } = await start();
      expect((await app.request(`http://127.0.0.1${path}`)).status).toBe(302);
      expect((await app.request(`http://evil.example${path}`)).status).toBe(421);
    },
  );
});
