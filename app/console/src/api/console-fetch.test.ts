import { describe, expect, it } from 'vitest';
import { ApiProblem } from './api-problem.ts';
import { consoleFetch } from './console-fetch.ts';

function serverWith(respond: () => Response, csrf: string | undefined = 'secret') {
  const seen: RequestInit[] = [];
  let signedOut = 0;
  const call = consoleFetch({
    fetch: async (_input, init) => {
      seen.push(init ?? {});
      return respond();
    },
    csrf: () => csrf,
    onSignedOut: () => {
      signedOut += 1;
    },
  });
  const tokens = () => seen.map((init) => new Headers(init.headers).get('x-csrf-token'));
  return { call, tokens, signedOut: () => signedOut };
}

const problem = (status: number, body: unknown) => () => Response.json(body, { status });

describe('consoleFetch', () => {
  it.each([
    ['GET', null],
    ['HEAD', null],
    ['POST', 'secret'],
    ['put', 'secret'],
    ['DELETE', 'secret'],
  ])('sends %s requests with the token %s', async (method, token) => {
    const server = serverWith(() => new Response('{}'));
    await server.call('/api/x', { method });
    expect(server.tokens()).toEqual([token]);
  });

  it('throws the code and fields of a rejected request', async () => {
    const server = serverWith(
      problem(409, { code: 'DECIDED', detail: 'Already decided.', decided_by: 'mika' }),
    );
    const failure = await server.call('/api/x').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiProblem);
    expect(failure).toMatchObject({
      status: 409,
      code: 'DECIDED',
      message: 'Already decided.',
      details: { decided_by: 'mika' },
    });
  });

  it.each([
    ['text', () => new Response('<h1>bad gateway</h1>', { status: 502 })],
    ['a list', problem(502, ['x'])],
    ['nothing', () => new Response(null, { status: 502 })],
  ])('parses a rejected request with %s as its body', async (_case, respond) => {
    await expect(serverWith(respond).call('/')).rejects.toMatchObject({ status: 502, code: 'HTTP-502' });
  });

  it('reports that the session has ended', async () => {
    const server = serverWith(problem(401, {}));
    await server.call('/').catch(() => undefined);
    expect(server.signedOut()).toBe(1);
  });

  it.each([
    ['a missing role', problem(403, {})],
    ['a rejected sign-in', problem(401, { code: 'LoginRefused' })],
  ])('does not treat %s as a missing session', async (_case, respond) => {
    const server = serverWith(respond);
    await server.call('/').catch(() => undefined);
    expect(server.signedOut()).toBe(0);
  });
});
