import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider, type Configuration } from 'oidc-provider';
import { onTestFinished, vi } from 'vitest';

/** A person at the issuer, with the claims about that person. */
export type Person = Readonly<Record<string, unknown>>;

export const CLIENT = { id: 'console', secret: 'secret-of-the-console-at-the-issuer' };

/**
 * Starts a real OpenID Connect issuer on this machine. The client is registered after the console has started, because
 * its redirect URI contains the port of the console.
 */
export async function startIssuer(people: Readonly<Record<string, Person>>) {
  // The issuer warns that its keys and pages are for tests only.
  for (const name of ['info', 'warn'] as const) vi.spyOn(console, name).mockImplementation(() => undefined);
  const state: { provider?: Provider; isDown: boolean; paths: string[]; jwks?: string } = {
    isDown: false,
    paths: [],
  };
  const server = createServer((request, response) => {
    state.paths.push(new URL(request.url ?? '', 'http://issuer').pathname);
    if (state.isDown || state.provider === undefined) response.writeHead(503).end();
    else if (state.jwks !== undefined && request.url === '/jwks')
      response.writeHead(200, { 'content-type': 'application/jwk-set+json' }).end(state.jwks);
    else void state.provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const register = (consoleUrl: string, options: Configuration = {}) => {
    state.provider = new Provider(url, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${consoleUrl}/auth/oidc/callback`],
          post_logout_redirect_uris: [`${consoleUrl}/login`],
        },
      ],
      pkce: { required: () => true },
      cookies: { keys: ['a key for the cookies of the issuer'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['preferred_username'],
        groups: ['groups'],
      },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, ...people[id] }),
      }),
      ...options,
    });
  };
  /** Publishes other keys under the same key ids, so that the signatures of the issuer are wrong. */
  const replaceKeys = async () => {
    const { keys } = JSON.parse(await (await fetch(`${url}/jwks`)).text());
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const other = publicKey.export({ format: 'jwk' });
    state.jwks = JSON.stringify({ keys: keys.map((key: object) => ({ ...key, ...other })) });
  };
  return { url, state, register, replaceKeys };
}

/** A browser: it stores cookies by host and follows redirects, which are also recorded. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly visited: string[] = [];

  /** Visits a URL and follows redirects up to the first page, or up to the first URL that `until` accepts. */
  async visit(
    url: string,
    init: RequestInit = {},
    until: (url: URL) => boolean = () => false,
  ): Promise<{ url: URL; status: number; text: string }> {
    let next = new URL(url);
    let options = init;
    for (let hop = 0; hop < 20; hop += 1) {
      this.visited.push(next.href);
      if (until(next)) return { url: next, status: 0, text: '' };
      const cookies = this.#cookies.get(next.host) ?? new Map<string, string>();
      const header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(next, {
        redirect: 'manual',
        ...options,
        headers: header === '' ? {} : { cookie: header },
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        const isRemoved = value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line);
        if (isRemoved) cookies.delete(name);
        else cookies.set(name, value);
      }
      this.#cookies.set(next.host, cookies);
      const location = response.headers.get('location');
      if (location === null) return { url: next, status: response.status, text: await response.text() };
      await response.body?.cancel();
      next = new URL(location, next);
      options = {};
    }
    throw new Error('There are too many redirects.');
  }

  cookie(url: string, name: string): string | undefined {
    return this.#cookies.get(new URL(url).host)?.get(name);
  }

  setCookie(url: string, name: string, value: string): void {
    const { host } = new URL(url);
    this.#cookies.set(host, (this.#cookies.get(host) ?? new Map<string, string>()).set(name, value));
  }

  /** Submits the only form of a page of the issuer. */
  async submit(
    page: { url: URL; text: string },
    fields: Record<string, string>,
    until?: (url: URL) => boolean,
  ) {
    const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined)
      throw new Error(`The page ${page.url.href} has no form: ${page.text.slice(0, 300)}`);
    const hidden = [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const values = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
    return this.visit(
      new URL(action, page.url).href,
      { method: 'POST', body: new URLSearchParams({ ...values, ...fields }) },
      until,
    );
  }

  /** Signs in at the issuer under a name and consents. Returns the page after that. */
  async signIn(consoleUrl: string, login: string, until?: (url: URL) => boolean, path = '') {
    const form = await this.visit(`${consoleUrl}/auth/oidc/login${path}`);
    const consent = await this.submit(form, { login, password: 'any' });
    return this.submit(consent, {}, until);
  }
}
