import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { PluginError } from '../errors/plugin-error.ts';
import type { PluginDefinition } from '../plugin/plugin-definition.ts';
import { createRuntime, type Runtime } from '../session/runtime.ts';
import { declarePlugin } from './declare-plugin.ts';
import type { PluginDeclaration } from './plugin-declaration.ts';
import { serveLines } from './serve-lines.ts';

/** The address of the daemon for a plugin in development. */
export type RemoteOptions = {
  host: string;
  port: number;
  /** The debugging key that Dify displays. */
  key: string;
  declaration: PluginDeclaration;
} & Partial<Runtime>;

/** Registers a plugin at a daemon's debugging port and serves it until the daemon closes the connection. */
export async function serveRemote(plugin: PluginDefinition, options: RemoteOptions): Promise<void> {
  const { host, port, key, declaration, ...runtimeOptions } = options;
  const socket = await openSocket(host, port);
  let refusal: string | undefined;
  try {
    await serveLines({
      plugin,
      runtime: createRuntime(runtimeOptions),
      input: socket,
      output: socket,
      introduction: declarePlugin(declaration, key),
      // The daemon explains a rejection in one plain line before it disconnects.
      onPlainLine: (line) => {
        refusal = line.replaceAll(key, '***').slice(0, 500);
      },
    });
  } finally {
    socket.destroy();
  }
  if (refusal !== undefined)
    throw new PluginError('InvokeAuthorizationError', `The daemon rejected the plugin: ${refusal}`);
}

async function openSocket(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true });
  try {
    await once(socket, 'connect');
  } catch (cause) {
    throw new PluginError('InvokeConnectionError', `The daemon at ${host}:${port} is unreachable.`, {
      cause,
    });
  }
  return socket;
}
