import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { readAllowedBaseUrls } from '../internal/allowed-base-urls.ts';
import { createHarness, invokeLlm, KEY, modelRequest } from './plugin-harness.ts';

const ACTIONS = [
  'invoke_llm',
  'validate_provider_credentials',
  'validate_model_credentials',
  'start_polling',
  'check_polling',
] as const;

/** Sends a request with this base URL to the plugin and returns the requests of the plugin. */
async function send(openai_api_base: string, list?: string, action: (typeof ACTIONS)[number] = 'invoke_llm') {
  const requests: string[] = [];
  const { ask } = createHarness(
    {},
    {
      allowedBaseUrls: readAllowedBaseUrls(list),
      fetch: async (input, init) => {
        requests.push(new Request(input, init).url);
        return Response.json({ id: 'resp_1', object: 'list', status: 'completed', output: [], data: [] });
      },
    },
  );
  const credentials = { openai_api_key: KEY, openai_api_base };
  const plugin_state = { response_id: 'resp_1' };
  const { session, lines } = await ask(
    action === 'invoke_llm' || action === 'start_polling'
      ? { ...invokeLlm({ credentials, stream: false }), action }
      : modelRequest(action, { credentials, plugin_state }),
  );
  return { requests, errors: session.errors, lines };
}

describe('a base URL that may not receive the key', () => {
  it.each([
    ['plain HTTP to OpenAI', 'http://api.openai.com/v1'],
    ['another host', 'https://attacker.example/v1'],
    ['a private address', 'http://10.0.0.1/v1'],
    ['a private address over TLS', 'https://192.168.1.1/v1'],
    ['a carrier-grade NAT address', 'https://100.64.0.1/v1'],
    ['loopback', 'http://127.0.0.1/v1'],
    ['loopback by name', 'https://localhost/v1'],
    ['a name below localhost', 'https://openai.localhost/v1'],
    ['cloud metadata', 'http://169.254.169.254/v1'],
    ['cloud metadata by name', 'https://metadata.google.internal/v1'],
    ['the unspecified address', 'https://0.0.0.0/v1'],
    ['a decimal address', 'https://2130706433/v1'],
    ['a hexadecimal address', 'https://0x7f000001/v1'],
    ['an octal address', 'https://0177.0.0.1/v1'],
    ['a short address', 'https://127.1/v1'],
    ['full-width digits', 'https://１２７.0.0.1/v1'],
    ['IPv6 loopback', 'https://[::1]/v1'],
    ['an IPv4-mapped IPv6 address', 'https://[::ffff:10.0.0.1]/v1'],
    ['an IPv6 link-local address', 'https://[fe80::1]/v1'],
    ['an IPv6 unique local address', 'https://[fd00:ec2::254]/v1'],
    ['a NAT64 address', 'https://[64:ff9b::a00:1]/v1'],
    ['a longer suffix', 'https://api.openai.com.attacker.example/v1'],
    ['a longer prefix', 'https://evilapi.openai.com/v1'],
    ['a subdomain that is not listed', 'https://x.api.openai.com/v1'],
    ['a name for a private address', 'https://10.0.0.1.nip.io/v1'],
    ['a trailing dot', 'https://api.openai.com./v1'],
    ['a homograph letter', 'https://api.opena\u0456.com/v1'],
    ['a user name', 'https://api.openai.com@attacker.example/v1'],
    ['an encoded separator', 'https://api.openai.com%2fattacker.example/v1'],
    ['a backslash', 'https://attacker.example\\@api.openai.com/v1'],
    ['another port', 'https://api.openai.com:8443/v1'],
    ['another path', 'https://api.openai.com/v2'],
    ['a path before /v1', 'https://api.openai.com/proxy/v1'],
    ['a path with ..', 'https://api.openai.com/v1/../x'],
    ['another scheme', 'ftp://api.openai.com/v1'],
    ['no scheme', 'api.openai.com/v1'],
  ])('%s: %s', async (_case, base) => {
    const { requests, errors, lines } = await send(base);
    expect(requests).toEqual([]);
    expect(errors).toMatchObject([
      { error_type: 'InvokeBadRequestError', message: expect.stringContaining('openai_api_base') },
    ]);
    expect(errors[0]?.message).toContain('「openai_api_base」');
    expect(lines.join('')).not.toContain(KEY);
  });

  it.each(ACTIONS)('is rejected for %s', async (action) => {
    const { requests, errors } = await send('http://10.0.0.1/v1', undefined, action);
    expect(requests).toEqual([]);
    expect(errors).toHaveLength(1);
  });
});

describe('a base URL that may receive the key', () => {
  it.each([
    ['', undefined, 'https://api.openai.com/v1/responses'],
    ['https://api.openai.com', undefined, 'https://api.openai.com/v1/responses'],
    ['https://API.OpenAI.com:443/v1/', undefined, 'https://api.openai.com/v1/responses'],
    ['https://jp.api.openai.com/v1', undefined, 'https://jp.api.openai.com/v1/responses'],
    ['https://gateway.example', 'other.example, Gateway.example', 'https://gateway.example/v1/responses'],
    ['http://10.0.0.5:8080/v1', 'http://10.0.0.5:8080', 'http://10.0.0.5:8080/v1/responses'],
    ['http://167772165:8080', 'http://10.0.0.5:8080', 'http://10.0.0.5:8080/v1/responses'],
    ['https://x.example/openai/v1', 'https://x.example/openai/v1', 'https://x.example/openai/v1/responses'],
  ])('%j with the list %j', async (base, list, expected) => {
    expect((await send(base, list)).requests).toEqual([expected]);
  });

  it.each([
    ['http://gateway.example/v1', 'gateway.example'],
    ['https://gateway.example:8443/v1', 'gateway.example'],
    ['https://gateway.example/openai/v1', 'gateway.example'],
    ['https://sub.gateway.example/v1', 'gateway.example'],
    ['https://10.0.0.5:8080/v1', 'http://10.0.0.5:8080'],
    ['http://10.0.0.5/v1', 'http://10.0.0.5:8080'],
  ])('is not %s when the list is "%s"', async (base, list) => {
    expect((await send(base, list)).requests).toEqual([]);
  });

  it.each([
    '*',
    '*.example.com',
    'https://*.example.com',
    '10.0.0.1',
    '0x7f.1',
    '[::1]',
    'host:8080',
    'ftp://x',
  ])('cannot be listed as "%s"', (entry) => {
    expect(() => readAllowedBaseUrls(`gateway.example,${entry}`)).toThrow(
      'OPENAI_GPT5_ALLOWED_BASE_URL_HOSTS',
    );
  });
});

describe('a redirect', () => {
  const servers: { close(): void }[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
    const server = createServer(answer).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
    return `http://127.0.0.1:${address.port}`;
  }

  it.each([301, 302, 303, 307, 308])('with status %i sends nothing to another host', async (status) => {
    const arrived: string[] = [];
    const attacker = await listen((request, response) => {
      arrived.push(request.url ?? '');
      response.end('{}');
    });
    let asked = 0;
    const gateway = await listen((_request, response) => {
      asked += 1;
      response.writeHead(status, { Location: `${attacker}/v1/responses` }).end();
    });
    const { ask } = createHarness(
      {},
      { fetch: globalThis.fetch, allowedBaseUrls: readAllowedBaseUrls(gateway) },
    );
    const credentials = { openai_api_key: KEY, openai_api_base: gateway, max_retries: '0' };
    const { session } = await ask(invokeLlm({ credentials, stream: false }));
    expect(asked).toBe(1);
    expect(arrived).toEqual([]);
    expect(session.errors).toMatchObject([{ error_type: 'InvokeConnectionError' }]);
  });
});
