import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import { HttpBackwardsChannel } from '../dify/http-backwards-channel.ts';
import { StreamLineWriter } from '../flow/line-writer.ts';
import type { PluginDefinition } from '../plugin/plugin-definition.ts';
import type { Log } from '../session/create-session-context.ts';
import { runSession } from '../session/run-session.ts';
import { createRuntime, type Runtime } from '../session/runtime.ts';
import { SessionOutput } from '../session/session-output.ts';
import { readIncomingMessage, type IncomingRequest } from '../wire/incoming-message.ts';
import type { Readable } from 'node:stream';

/** The address of a serverless plugin and of its daemon. */
export type HttpOptions = {
  host: string;
  /** 0 selects any free port. */
  port: number;
  daemonUrl: string;
  log: Log;
} & Partial<Runtime>;

/** A listening plugin. */
export type HttpPlugin = { port: number; close(): Promise<void> };

/** Serves a plugin over HTTP: one request, one streamed response. */
export async function serveHttp(plugin: PluginDefinition, options: HttpOptions): Promise<HttpPlugin> {
  const { host, port, daemonUrl, log, ...runtimeOptions } = options;
  // Function platforms pass at most 5 MiB; the rest of the limit is a margin.
  const runtime = createRuntime({ maxRequestBytes: 8 * 1024 * 1024, ...runtimeOptions });

  const invoke = async (http: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(http, runtime.maxRequestBytes);
    if (body === undefined) return refuse(response, 413, 'The request is too large.');
    const message = readIncomingMessage(body);
    if (message?.event !== 'request') return refuse(response, 400, 'The body is not a plugin request.');
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    await serveRequest(message, response);
    response.end();
  };

  const serveRequest = (request: IncomingRequest, response: ServerResponse): Promise<void> => {
    const disconnected = new AbortController();
    const writer = new StreamLineWriter(response, () => disconnected.abort());
    const sessionId = request.session_id;
    return runSession(request, {
      plugin,
      output: new SessionOutput(sessionId, writer),
      channel: new HttpBackwardsChannel({
        daemonUrl,
        sessionId,
        createId: runtime.createId,
        fetch: runtime.fetch,
      }),
      runtime,
      log,
      hostSignal: disconnected.signal,
    });
  };

  // Loaded here, because a plugin over standard input needs no server and would use six megabytes for it.
  const { createServer } = await import('node:http');
  const server = createServer((http, response) => {
    // Split instead of parsed: a target like "//" is not a URL, and an exception here would end the plugin.
    const [path] = (http.url ?? '/').split('?', 1);
    if (http.method === 'GET' && path === '/health') return void response.writeHead(200).end('ok');
    if (http.method !== 'POST' || path !== '/invoke') return refuse(response, 404, 'Not found.');
    invoke(http, response).catch(() => response.destroy());
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function refuse(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(JSON.stringify({ error }));
}

/** Returns a body as text; undefined as soon as it exceeds the limit. */
async function readBody(body: Readable, maxBytes: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    body.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > maxBytes) resolve(undefined);
      else parts.push(part);
    });
    body.once('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    body.once('error', reject);
  });
}
