import { randomUUID } from 'node:crypto';
import type { DaemonKind, DaemonOptions, RunningDaemon } from '../daemon/running-daemon.ts';
import type { PythonTools } from '../ground/prepare-python.ts';
import { serveOnLoopback } from '../ground/serve-on-loopback.ts';
import { createInnerApiCaller } from './call-inner-api.ts';
import { createHttpApi } from './create-http-api.ts';
import { openDebuggingPort } from './debugging-port.ts';
import { PluginManager } from './plugin-manager.ts';
import { PackageStore } from './package-store.ts';

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
  const output: string[] = [];
  const tenants = new Map<string, string>();
  const callInnerApi = createInnerApiCaller(innerApi);
  const packageStore = new PackageStore(folder);
  const pluginManager = new PluginManager({
    packageStore,
    python,
    callInnerApi,
    env: options.env ?? {},
    secrets: { SERVER_KEY: serverKey, DIFY_INNER_API_KEY: innerApi.key, DB_PASSWORD: 'stand-in' },
    onOutput: (text) => output.push(text),
  });
  await pluginManager.open();
  const debugging = await openDebuggingPort({
    callInnerApi,
    debuggedAs,
    tenantOf: (key) => tenants.get(key),
    onConnected: ({ tenant, pluginId, sessions }) => pluginManager.connect(tenant, pluginId, sessions),
    onDisconnected: ({ tenant, pluginId }) => pluginManager.disconnect(tenant, pluginId),
  });
  const storeKey = (key: string, tenant: string) => void tenants.set(key, tenant);
  const app = createHttpApi({ serverKey, packageStore, pluginManager, trustedKeys, storeKey });
  const { url, close } = await serveOnLoopback(app);
  return {
    url,
    serverKey,
    debuggingPort: debugging.port,
    log: () => output.join(''),
    stop: async () => {
      pluginManager.close();
      await debugging.close();
      await close();
    },
  };
}
