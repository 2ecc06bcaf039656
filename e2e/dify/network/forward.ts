import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** One end of a connection: a port on loopback, or the path of a Unix socket. */
export type Place = { port: number } | { path: string };

/** Takes connections at one place and makes each of them at another. */
export async function forward(from: Place, to: Place): Promise<Server> {
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

function onLoopback(place: Place): { port: number; host: string } | { path: string } {
  return 'port' in place ? { port: place.port, host: '127.0.0.1' } : place;
}
