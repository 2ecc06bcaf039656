import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  isSpecType,
  StreamableHTTPClientTransport,
  type CreateMessageResult,
  type ElicitResult,
  type ListRootsResult,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { VERSION } from '../../config/defaults.ts';
import type {
  McpAccess,
  McpHttpServer,
  McpLimits,
  McpRequestRelay,
  McpServer,
  McpStdioServer,
} from '../mcp-server-config.ts';
import type { McpClient } from '../mcp-client.ts';
import { mcpError } from '../mcp-error.ts';
import { StderrTail } from './stderr-tail.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { BoundedOutputValidator } from './bounded-output-validator.ts';
import { SdkMcpClient, withAuthorization } from './sdk-mcp-client.ts';

const FAREWELL_MS = 1_000;

/** Connects to a server with the official client, over stdio or Streamable HTTP. */
export async function connectMcpClient(
  server: McpServer,
  { limits, access }: { readonly limits: McpLimits; readonly access: McpAccess },
): Promise<McpClient> {
  const open = () => ('url' in server ? openHttp(server, limits, access) : openStdio(server, limits));
  let opened = open();
  const connect = async () => {
    const client = makeClient(server, limits, access);
    const signal = AbortSignal.timeout(limits.connectTimeoutMs);
    await client.connect(opened.transport, { signal, timeout: limits.connectTimeoutMs });
    return client;
  };
  const authorize = async () => {
    await opened.authorize?.();
    await opened.end();
    opened = open();
  };
  try {
    const client = await withAuthorization(connect, opened.authorize && authorize);
    return new SdkMcpClient(client, { ...opened, serverId: server.server_id, limits });
  } catch (cause) {
    const written = (await opened.stderr?.read()) ?? '';
    await opened.end().catch(() => undefined);
    const reason = cause instanceof Error ? reasonOf(cause) : String(cause);
    throw mcpError(
      { code: 'AGENTS-E-MCP-UNREACHABLE', serverId: server.server_id, cause },
      `No connection. ${written === '' ? reason.replace(/[^.!?]$/, '$&.') : `${reason} The program wrote: "${written}".`}`,
      'Check its command or URL and its credentials, or set protocol to the version that it supports.',
    );
  }
}

function makeClient(server: McpServer, limits: McpLimits, access: McpAccess): Client {
  const { elicit, relay, notified } = access;
  const client = new Client(
    { name: 'sekisho', version: VERSION },
    {
      capabilities: {
        ...(elicit && { elicitation: { form: { applyDefaults: true } } }),
        ...relay?.capabilities,
      },
      ...(notified && { listChanged: listChanges(notified) }),
      // Other validators compile schemas to code or run without a time limit. These schemas are untrusted.
      jsonSchemaValidator: new BoundedOutputValidator(),
      versionNegotiation: {
        mode: modeOf(server.protocol),
        // A program with the old protocol may not reply to the probe. This timeout leaves enough time for the old
        // handshake.
        probe: { timeoutMs: Math.ceil(limits.connectTimeoutMs / 3) },
      },
    },
  );
  if (elicit) client.setRequestHandler('elicitation/create', ({ params }) => elicit(params));
  if (relay) setRelay(client, relay);
  if (notified)
    client.fallbackNotificationHandler = async ({ method, params }) => notified(method, params ?? {});
  return client;
}

const elicitResultSchema = z.custom<ElicitResult>(isSpecType.ElicitResult);
const rootsResultSchema = z.custom<ListRootsResult>(isSpecType.ListRootsResult);
const messageResultSchema = z.custom<CreateMessageResult>(isSpecType.CreateMessageResult);

function setRelay(client: Client, { capabilities, reply }: McpRequestRelay): void {
  if (capabilities.elicitation)
    client.setRequestHandler('elicitation/create', async (request) =>
      elicitResultSchema.parse(await reply(request)),
    );
  if (capabilities.roots)
    client.setRequestHandler('roots/list', async (request) => rootsResultSchema.parse(await reply(request)));
  if (capabilities.sampling)
    client.setRequestHandler('sampling/createMessage', async (request) =>
      messageResultSchema.parse(await reply(request)),
    );
}

/** Reports changed lists in both revisions of the protocol: the later one needs a subscription, which the client opens. */
function listChanges(notified: NonNullable<McpAccess['notified']>) {
  const changed = (list: string) => ({
    autoRefresh: false,
    debounceMs: 0,
    onChanged: () => notified(`notifications/${list}/list_changed`, {}),
  });
  return { tools: changed('tools'), resources: changed('resources'), prompts: changed('prompts') };
}

function modeOf(protocol: McpServer['protocol']) {
  switch (protocol) {
    case 'auto':
      return 'auto' as const;
    case '2025-11-25':
      return 'legacy' as const;
    case '2026-07-28':
      return { pin: protocol };
  }
}

interface OpenTransport {
  readonly transport: Transport;
  /** Requests the user's consent to the server. Absent when no user can be asked. */
  readonly authorize?: (() => Promise<void>) | undefined;
  /** The standard error output of the program. Absent for a server with a URL. */
  readonly stderr?: StderrTail | undefined;
  readonly end: () => Promise<void>;
}

/**
 * The official client starts a second process to find out which protocol a program has, unless the transport is a subclass.
 * A program whose protocol is named needs none, and what it writes when it fails would be lost with that process.
 */
class SingleProcessTransport extends StdioClientTransport {}

function openStdio(server: McpStdioServer, limits: McpLimits): OpenTransport {
  const Transport = server.protocol === 'auto' ? StdioClientTransport : SingleProcessTransport;
  const transport = new Transport({
    command: server.command,
    args: server.args,
    env: server.env,
    stderr: 'pipe',
    maxBufferSize: limits.maxMessageBytes,
    ...(server.cwd === undefined ? {} : { cwd: server.cwd }),
  });
  const { stderr } = transport;
  const tail = stderr instanceof Readable ? new StderrTail(stderr, Object.values(server.env)) : undefined;
  return { transport, stderr: tail, end: () => transport.close() };
}

function openHttp(server: McpHttpServer, limits: McpLimits, access: McpAccess): OpenTransport {
  const guarded = guardedFetch(server, limits);
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    fetch: guarded.fetch,
    requestInit: { headers: server.headers },
    ...(access.authProvider ? { authProvider: access.authProvider } : {}),
  });
  const { authorizationResponse } = access;
  const authorize =
    authorizationResponse && (async () => transport.finishAuth(await authorizationResponse()));
  const end = async () => {
    // Terminate the session on the server, but wait only briefly for the response.
    await Promise.race([transport.terminateSession(), sleep(FAREWELL_MS, undefined, { ref: false })]).catch(
      () => undefined,
    );
    await transport.close();
    await guarded.close();
  };
  return { transport, authorize, end };
}

// The message of a failed fetch is only "fetch failed". Its cause contains the reason.
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}
