import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';

/**
 * Connections that wait until the process accepts them. With Node's default of 511, the kernel drops or resets further
 * connections while the process is busy. The kernel limits the value (`net.core.somaxconn`).
 */
const MAX_WAITING_CONNECTIONS = 4096;

type ServerOptions = Parameters<typeof createAdaptorServer>[0];

/** Serves HTTP at an address. `onListening` receives the port that was chosen when `port` is 0. */
export function listen(
  { port, ...options }: ServerOptions & { readonly port: number; readonly hostname: string },
  onListening: (address: AddressInfo) => void,
): ServerType {
  const server = createAdaptorServer(options);
  const where = { port, host: options.hostname, backlog: MAX_WAITING_CONNECTIONS };
  server.listen(where, () => {
    const address = server.address();
    if (address !== null && typeof address === 'object') onListening(address);
  });
  return server;
}
