import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { DaemonTraits } from '../ground/daemon-version.ts';
import { freePort } from '../ground/free-port.ts';
import type { InnerApiCaller } from './call-inner-api.ts';
import { SessionTable } from './session-table.ts';

const helloSchema = z.object({ type: z.string(), data: z.unknown() });
const keySchema = z.object({ key: z.string() });
const manifestSchema = z.looseObject({
  author: z.string(),
  name: z.string(),
  meta: z.looseObject({ runner: z.looseObject({ language: z.literal('python') }) }),
});

/** The dependencies of the debugging port. */
export type DebuggingOptions = {
  /** Until 0.6.0 the daemon replaced the author with the workspace for plugins on this port. */
  debuggedAs: DaemonTraits['debuggedAs'];
  tenantOf: (key: string) => string | undefined;
  callInnerApi: InnerApiCaller;
  onConnected: (plugin: { tenant: string; pluginId: string; sessions: SessionTable }) => void;
  onDisconnected: (plugin: { tenant: string; pluginId: string }) => void;
};

/** Listens for plugins that a developer runs manually. */
export async function openDebuggingPort(
  options: DebuggingOptions,
): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    welcome(socket, options);
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function welcome(socket: Socket, options: DebuggingOptions): void {
  const sessions = new SessionTable(
    {
      send: (message) => void socket.write(`${JSON.stringify(message)}\n`),
      close: () => socket.destroy(),
    },
    options.callInnerApi,
  );
  let tenant: string | undefined;
  let pluginId: string | undefined;
  let isDeclared = false;
  let isReady = false;
  const refuse = (reason: string) => void socket.end(`${reason}\n`);
  const read = (line: string) => {
    if (isReady) return sessions.readLine(line);
    const hello = helloSchema.parse(JSON.parse(line));
    if (hello.type === 'handshake') {
      tenant = options.tenantOf(keySchema.parse(hello.data).key);
      if (tenant === undefined) refuse('handshake failed, invalid key');
    } else if (tenant === undefined) {
      refuse('handshake is required');
    } else if (hello.type === 'manifest_declaration') {
      const { author, name } = manifestSchema.parse(hello.data);
      pluginId = `${options.debuggedAs === 'author' ? author : tenant}/${name}`;
      isDeclared = false;
    } else if (hello.type.endsWith('_declaration')) {
      isDeclared = true;
    } else if (hello.type === 'end') {
      if (pluginId === undefined || !isDeclared) return refuse('no provider was declared');
      isReady = true;
      options.onConnected({ tenant, pluginId, sessions });
    }
  };
  createInterface(socket).on('line', (line) => {
    try {
      read(line);
    } catch (error) {
      refuse(error instanceof Error ? error.message : 'invalid message');
    }
  });
  socket.on('close', () => {
    sessions.failAll('the debugging connection was closed');
    if (isReady && tenant !== undefined && pluginId !== undefined) {
      options.onDisconnected({ tenant, pluginId });
    }
  });
}
