import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { type Made, translateFixtures } from './translate-fixtures.ts';

/** Serves a proxy between the suite and iris: it translates names in requests and returns responses unchanged. */
export async function serveTranslated(target: string, made: Made) {
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const piece of incoming) body += String(piece);
    const { text, name } = translateFixtures(body, made);
    const { 'transfer-encoding': _chunked, 'content-length': _length, ...headers } = incoming.headers;
    const isNamed = name !== undefined && headers['mcp-name'] !== undefined;
    const forwarded = httpRequest(target, {
      method: incoming.method,
      headers: {
        ...headers,
        ...(text === '' ? {} : { 'content-length': Buffer.byteLength(text) }),
        ...(isNamed ? { 'mcp-name': name } : {}),
      },
    });
    forwarded.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    forwarded.end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
