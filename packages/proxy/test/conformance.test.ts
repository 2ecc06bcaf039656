import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { acceptEverybody } from '@sekisho/mcp-http';
import { describe, expect, it } from 'vitest';
import { proofSize } from '../../../test/proof-size.ts';
import { serveHttp } from '../../iris/src/http/serve-http.ts';
import { fixtureSurface } from '../../iris/test/conformance/fixture-surface.ts';
import { installInspector } from '../../iris/test/conformance/inspector.ts';
import { findFulfilled, readRequired, runSuite } from '../../iris/test/conformance/suite.ts';
import { createProxy, readProxySettings, serveProxyOnHttp } from '../src/index.ts';
import { textOf } from './office.ts';

/** The revisions of the protocol, each for the client and the server of the proxy. */
const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
const CASES = REVISIONS.flatMap((client) => REVISIONS.map((server) => ({ client, server })));

/** What a server of 2025 cannot do for a client of 2026: its requests have no keys, come one by one and know one connection. */
const NOT_IN_2025 = [
  'input-required-result-basic-elicitation',
  'input-required-result-multiple-input-requests',
  'input-required-result-capability-check',
  'input-required-result-ignore-extra-params',
];

/** All tools count as reads, so that no call waits for a person. */
const manifests = Object.fromEntries(fixtureSurface.tools.map(({ name }) => [name, { effect: 'read' }]));

/** Serves the fixtures of the suite through the proxy over HTTP. */
async function throughProxy(server: string, work: (url: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'sekisho-conformance-'));
  const unlimited = { authenticate: acceptEverybody, requestsPerMinute: 100_000 };
  const upstream = await serveHttp(fixtureSurface, unlimited);
  const fixtures = { url: upstream.url, protocol: server, manifests };
  const settings = { sampling: true, waitSeconds: 1, servers: { fixtures } };
  const proxy = await createProxy({ ...readProxySettings(settings, 'The test'), directory });
  const served = await serveProxyOnHttp(proxy, { session: 'conformance', ...unlimited });
  try {
    await work(served.url);
  } finally {
    await served.close();
    await proxy.close();
    await upstream.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

describe('the proxy over HTTP', () => {
  it.each(CASES)(
    'passes the requests of a server of $server to a client of $client, and its replies to the server',
    ({ client: era, server }) =>
      throughProxy(server, async (url) => {
        const client = new Client(
          { name: 'test-client', version: '1.0.0' },
          {
            capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
            versionNegotiation: { mode: era === '2025-11-25' ? 'legacy' : { pin: era } },
          },
        );
        client.setRequestHandler('elicitation/create', () => ({
          action: 'accept',
          content: { name: 'Ada' },
        }));
        client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///home/ada' }] }));
        client.setRequestHandler('sampling/createMessage', () => ({
          role: 'assistant',
          model: 'test',
          content: { type: 'text', text: 'Paris' },
        }));
        await client.connect(new StreamableHTTPClientTransport(new URL(url)));
        const call = async (name: string) => textOf(await client.callTool({ name, arguments: {} }));
        expect(await call('test_input_required_result_elicitation')).toBe('Hello, Ada!');
        expect(await call('test_input_required_result_sampling')).toContain('Paris');
        expect(await call('test_input_required_result_list_roots')).toBe('file:///home/ada');
        expect(await call('test_input_required_result_multiple_inputs')).toBe('All three arrived.');
        await client.close();
      }),
  );

  it.each(CASES.slice(0, proofSize('proxiedRevisions')))(
    'passes every conformance scenario for a client of $client that a server of $server passes without it',
    { timeout: 300_000 },
    ({ client, server }) =>
      throughProxy(server, async (url) => {
        const fulfilled = findFulfilled(await runSuite(url, client));
        const isOlder = server < client;
        const required = (await readRequired(client)).filter(
          (name) => !isOlder || !NOT_IN_2025.includes(name),
        );
        expect(required.filter((scenario) => !fulfilled.has(scenario))).toEqual([]);
        expect(required).toHaveLength(client === '2025-11-25' ? 30 : 37 - (isOlder ? NOT_IN_2025.length : 0));
      }),
  );

  it.each((['legacy', 'modern'] as const).slice(0, proofSize('proxiedRevisions')))(
    'is clean for the Inspector in the %s era',
    { timeout: 600_000 },
    (era) =>
      throughProxy('2026-07-28', async (url) => {
        const inspector = await installInspector();
        const inspect = (...words: string[]) =>
          new Promise<unknown>((resolve) => {
            const all = [
              inspector,
              '--protocol-era',
              era,
              '--format',
              'json',
              '--method',
              ...words,
              '--',
              url,
            ];
            execFile(process.execPath, all, { timeout: 60_000 }, (error, stdout, stderr) =>
              resolve({ code: error?.code ?? 0, printed: stdout, complaints: stderr }),
            );
          });
        const clean = (printed: string) => ({
          code: 0,
          printed: expect.stringContaining(printed),
          complaints: '',
        });
        expect(await inspect('tools/list')).toEqual(clean('test_simple_text'));
        expect(await inspect('resources/list')).toEqual(clean('test://static-text'));
        expect(await inspect('resources/templates/list')).toEqual(clean('test://template'));
        expect(await inspect('prompts/list')).toEqual(clean('test_simple_prompt'));
        expect(await inspect('tools/call', '--tool-name', 'test_simple_text')).toEqual(clean('simple text'));
        expect(await inspect('resources/read', '--uri', 'test://static-text')).toEqual(
          clean('static text resource'),
        );
        expect(await inspect('prompts/get', '--prompt-name', 'test_simple_prompt')).toEqual(
          clean('simple prompt'),
        );
      }),
  );
});
