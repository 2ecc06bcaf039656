import { connect } from 'node:net';

/** Returns true when a process listens on that port of this machine. */
export async function isPortOpen(port: number, host = '127.0.0.1'): Promise<boolean> {
  const socket = connect(port, host);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}
