import { z } from 'zod';
import { PluginError } from '../errors/plugin-error.ts';

/** The transport between the plugin and the daemon. */
export type TransportChoice =
  | { readonly transport: 'stdio' }
  | { readonly transport: 'remote'; readonly host: string; readonly port: number; readonly key: string }
  | { readonly transport: 'http'; readonly host: string; readonly port: number; readonly daemonUrl: string };

const portSchema = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().max(65_535));

/** Reads the variables that Dify's daemon and developers set. An empty variable is unset. The default is local, as in Dify. */
export function chooseTransport(env: Readonly<Record<string, string | undefined>>): TransportChoice {
  switch (env['INSTALL_METHOD'] || 'local') {
    case 'local':
      return { transport: 'stdio' };
    case 'remote':
      return chooseRemote(env);
    case 'serverless':
    case 'aws_lambda':
      return {
        transport: 'http',
        // The port has no authentication, so it is open to other machines only if the variable is set.
        host: env['SERVERLESS_HOST'] || '127.0.0.1',
        port: readPort(env['SERVERLESS_PORT'] || env['AWS_LAMBDA_PORT'] || '8080', 'SERVERLESS_PORT'),
        daemonUrl: env['DIFY_PLUGIN_DAEMON_URL'] || 'http://localhost:5002',
      };
    default:
      throw wrong(`INSTALL_METHOD must be local, remote or serverless, not "${env['INSTALL_METHOD']}".`);
  }
}

function chooseRemote(env: Readonly<Record<string, string | undefined>>): TransportChoice {
  const key = env['REMOTE_INSTALL_KEY'];
  if (key === undefined || key === '')
    throw wrong('REMOTE_INSTALL_KEY is not set. Set it to the debugging key that Dify displays.');
  const [host, port] = (env['REMOTE_INSTALL_URL'] ?? '').split(/:(?=\d+$)/);
  return {
    transport: 'remote',
    host: host || env['REMOTE_INSTALL_HOST'] || 'localhost',
    port: readPort(port || env['REMOTE_INSTALL_PORT'] || '5003', 'REMOTE_INSTALL_PORT'),
    key,
  };
}

function readPort(text: string, name: string): number {
  const port = portSchema.safeParse(text);
  if (!port.success) throw wrong(`${name} must be a port number, not "${text}".`);
  return port.data;
}

function wrong(message: string): PluginError {
  return new PluginError('PluginInternalError', message);
}
