import { randomUUID } from 'node:crypto';
import type { DaemonKind, DaemonOptions, RunningDaemon } from '../daemon/running-daemon.ts';
import type { PythonTools } from '../ground/prepare-python.ts';
import { serveOnLoopback } from '../ground/serve-on-loopback.ts';
import { createInnerApiCaller } from './call-inner-api.ts';
import { createHttpApi } from './create-http-api.ts';
import { openDebuggingPort } from './debugging-port.ts';
import { PluginRoom } from './plugin-room.ts';
import { PluginShelf } from './plugin-shelf.ts';

/**
 * Simulates Dify's daemon where the real one is missing: the same HTTP API, the same steps with uv and Python, the
 * same line protocol. It tests the package, the launcher and the tests themselves, but not the real daemon.
 */
export function standInDaemon(
  python: PythonTools,
  debuggedAs: DaemonKind['debuggedAs'] = 'author',
): DaemonKind {
  return {
    name: `the simulated daemon${debuggedAs === 'tenant' ? ' before 0.6.1' : ''}`,
    debuggedAs,
    start: (options) => start({ python, debuggedAs }, options),
  };
}

async function start(
  { python, debuggedAs }: { python: PythonTools } & Pick<DaemonKind, 'debuggedAs'>,
  options: DaemonOptions,
): Promise<RunningDaemon> {
  const { folder, innerApi, trustedKeys = [] } = options;
  const serverKey = randomUUID();
  const said: string[] = [];
  const tenants = new Map<string, string>();
  const callInnerApi = createInnerApiCaller(innerApi);
  const shelf = new PluginShelf(folder);
  const room = new PluginRoom({
    shelf,
    python,
    callInnerApi,
    env: options.env ?? {},
    secrets: { SERVER_KEY: serverKey, DIFY_INNER_API_KEY: innerApi.key, DB_PASSWORD: 'stand-in' },
    onWords: (text) => said.push(text),
  });
  await room.open();
  const debugging = await openDebuggingPort({
    callInnerApi,
    debuggedAs,
    tenantOf: (key) => tenants.get(key),
    onConnected: ({ tenant, pluginId, sessions }) => room.connect(tenant, pluginId, sessions),
    onDisconnected: ({ tenant, pluginId }) => room.disconnect(tenant, pluginId),
  });
  const giveKey = (key: string, tenant: string) => void tenants.set(key, tenant);
  const app = createHttpApi({ serverKey, shelf, room, trustedKeys, giveKey });
  const { url, close } = await serveOnLoopback(app);
  return {
    url,
    serverKey,
    debuggingPort: debugging.port,
    log: () => said.join(''),
    stop: async () => {
      room.close();
      await debugging.close();
      await close();
    },
  };
}
