import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acceptEverybody } from '../../iris/src/http/authenticate.ts';
import { serveHttp } from '../../iris/src/http/serve-http.ts';
import { fixtureSurface } from '../../iris/test/conformance/fixture-surface.ts';
import { findFulfilled, readRequired, runSuite } from '../../iris/test/conformance/suite.ts';
import { createProxy, readProxySettings, serveProxyOnHttp } from '../src/index.ts';

const TOKEN = 'token-of-the-conformance-suite-1234567890';

describe.concurrent('the conformance suite through the proxy', () => {
  it.each([
    ['2025-11-25', 30],
    ['2026-07-28', 37],
  ])(
    'fulfills the scenarios of %s that the server fulfills',
    async (revision, count) => {
      const directory = mkdtempSync(join(tmpdir(), 'sekisho-proxy-conformance-'));
      const server = await serveHttp(fixtureSurface, {
        authenticate: acceptEverybody,
        requestsPerMinute: 100_000,
      });
      // The fixtures have names without meaning, so their owner declares them as reads.
      const manifests = Object.fromEntries(
        fixtureSurface.tools.map(({ name }) => [name, { effect: 'read' }]),
      );
      const settings = readProxySettings(
        { servers: { fixtures: { url: server.url, manifests } } },
        'The test',
      );
      const proxy = await createProxy({ ...settings, directory });
      const served = await serveProxyOnHttp(proxy, { session: 'suite', token: TOKEN });
      const front = await withToken(served.url);
      try {
        const fulfilled = findFulfilled(await runSuite(front.url, revision));
        const required = await readRequired(revision);
        expect(required).toHaveLength(count);
        expect(required.filter((scenario) => !fulfilled.has(scenario))).toEqual([]);
      } finally {
        await front.close();
        await served.close();
        await proxy.close();
        await server.close();
        rmSync(directory, { recursive: true, force: true });
      }
    },
    240_000,
  );
});

/** The suite cannot send a token, so a server in front of the proxy adds it. */
async function withToken(target: string) {
  const server = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${TOKEN}` };
    const relayed = send(target, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    relayed.on('error', () => response.destroy());
    response.on('close', () => relayed.destroy());
    request.pipe(relayed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
