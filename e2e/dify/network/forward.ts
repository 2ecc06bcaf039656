import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** An endpoint of a connection: a port on loopback, or the path of a Unix socket. */
export type Endpoint = { port: number } | { path: string };

/** Forwards connections from one endpoint to another. */
export async function forward(from: Endpoint, to: Endpoint): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...onLoopback(to), allowHalfOpen: true });
    for (const [source, target] of [
      [near, far],
      [far, near],
    ] as const) {
      pipeline(source, target).catch(() => {
        near.destroy();
        far.destroy();
      });
    }
  });
  server.listen(onLoopback(from));
  await once(server, 'listening');
  return server;
}

function onLoopback(place: Endpoint): { port: number; host: string } | { path: string } {
  return 'port' in place ? { port: place.port, host: '127.0.0.1' } : place;
}
