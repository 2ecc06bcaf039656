import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { McpAccess } from '../../../engine/src/mcp/mcp-server-config.ts';
import { McpGateway } from '../../src/facade/mcp-gateway.ts';
import { RunContext } from '../../src/openai-agents/upstream.ts';

/**
 * The client that the official conformance suite starts, one process for each scenario: the URL of the server is the last
 * argument, scenario and context are in the environment. Like a host, it registers the server, accepts its tools, and
 * calls each of them once.
 */
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_CONTEXT: contextText } = process.env;
const context = z
  .looseObject({
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
    toolCalls: z
      .array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }))
      .optional(),
  })
  .parse(JSON.parse(contextText ?? '{}'));

// The suite starts all scenarios at the same time, so a busy machine may be slow.
const gateway = new McpGateway({ trustOnFirstUse: true, limits: { connectTimeoutMs: 60_000 } });
try {
  const isModern = process.env['MCP_CONFORMANCE_PROTOCOL_VERSION'] === '2026-07-28';
  await gateway.register(
    {
      server_id: 'suite',
      url: process.argv.at(-1) ?? '',
      protocol: isModern ? '2026-07-28' : '2025-11-25',
    },
    { ...consent(), elicit: async () => ({ action: 'accept', content: {} }) },
  );
  const capabilities = await gateway.introspect('suite');
  for (const tool of await gateway.toTools('suite')) {
    const capability = capabilities.find(({ wire_name }) => wire_name === tool.name);
    const given = context.toolCalls?.filter(({ name }) => name === capability?.name);
    for (const args of given?.map((call) => call.arguments) ?? [sample(capability?.schema)]) {
      console.log(
        scenario,
        tool.name,
        await tool.invoke(new RunContext(), JSON.stringify(withoutNulls(args))),
      );
    }
  }
} finally {
  await gateway.close();
}

/** Returns arguments that match a schema: a value for each required property. */
function sample(schema: unknown): Record<string, unknown> {
  const { properties = {}, required = [] } = z
    .object({
      properties: z.record(z.string(), z.object({ type: z.string().optional() })).optional(),
      required: z.array(z.string()).optional(),
    })
    .parse(schema);
  const values: Record<string, unknown> = {
    string: 'a',
    number: 5,
    integer: 5,
    boolean: true,
    array: [],
    object: {},
  };
  return Object.fromEntries(required.map((name) => [name, values[properties[name]?.type ?? 'string']]));
}

/** A host omits arguments without a value; null does not match the schema of an optional boolean. */
function withoutNulls(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

/** Grants access immediately: it opens the authorization page, which redirects back. */
function consent(): McpAccess {
  let redirect = new URLSearchParams();
  const saved: {
    clients: Map<string, Awaited<ReturnType<OAuthClientProvider['clientInformation']>>>;
    tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
    verifier: string;
  } = { clients: new Map(), verifier: '' };
  const authProvider: OAuthClientProvider = {
    redirectUrl: 'http://localhost:3000/callback',
    clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    clientMetadata: {
      client_name: 'sekisho conformance',
      redirect_uris: ['http://localhost:3000/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    clientInformation: (about) =>
      context.client_id === undefined
        ? saved.clients.get(about?.issuer ?? '')
        : {
            client_id: context.client_id,
            ...(context.client_secret === undefined ? {} : { client_secret: context.client_secret }),
          },
    saveClientInformation: (client, about) => {
      saved.clients.set(about?.issuer ?? '', client);
    },
    tokens: () => saved.tokens,
    saveTokens: (tokens) => {
      saved.tokens = tokens;
    },
    redirectToAuthorization: async (url) => {
      const { headers } = await fetch(url, { redirect: 'manual' });
      redirect = new URL(headers.get('location') ?? 'http://localhost').searchParams;
    },
    saveCodeVerifier: (verifier) => {
      saved.verifier = verifier;
    },
    codeVerifier: () => saved.verifier,
  };
  return { authProvider, authorizationResponse: async () => redirect };
}
