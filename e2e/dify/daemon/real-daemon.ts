import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeVersion } from '../ground/daemon-version.ts';
import type { InstalledDaemon } from '../ground/find-daemon.ts';
import { freePort } from '../ground/free-port.ts';
import type { PythonTools } from '../ground/prepare-python.ts';
import { runCommand } from '../ground/run-command.ts';
import { DATABASE_ACCOUNT } from '../ground/start-postgres.ts';
import { waitUntil } from '../ground/wait-until.ts';
import { wrapProgram } from '../ground/wrap-program.ts';
import { openIsolatedNetwork, type IsolatedNetwork } from '../network/isolated-network.ts';
import type { DaemonKind, DaemonOptions, RunningDaemon } from './running-daemon.ts';

/** The services and programs that Dify's daemon needs. */
export type DaemonGround = {
  installed: InstalledDaemon;
  python: PythonTools;
  postgresPort: number;
  redisPort: number;
};

/** Creates a kind for one version of Dify's daemon. */
export function realDaemon(ground: DaemonGround): DaemonKind {
  const { version } = ground.installed;
  return {
    name: `Dify's daemon ${version}`,
    debuggedAs: describeVersion(version).debuggedAs,
    start: (options) => startDaemon(ground, options),
  };
}

async function startDaemon(ground: DaemonGround, options: DaemonOptions): Promise<RunningDaemon> {
  const { installed } = ground;
  const traits = describeVersion(installed.version);
  const [port, debuggingPort] = [await freePort(), await freePort()];
  const serverKey = randomUUID();
  const cwd = options.folder;
  await mkdir(cwd, { recursive: true });
  const network = traits.hasServerHost
    ? undefined
    : await openIsolatedNetwork({
        inward: [port, debuggingPort],
        outward: [
          ground.postgresPort,
          ground.redisPort,
          portOf(options.innerApi.url),
          ...(options.reachablePorts ?? []),
        ],
      });
  const env = {
    ...ground.python.env,
    ...options.env,
    ...describeServer({ port, debuggingPort, serverKey }, options),
    ...describeStores(ground, options),
    ...describePython(ground.python),
    ...(network && { UV_PATH: await wrapUv(ground.python.uv, network, cwd) }),
  };
  if (traits.migratesByCommand) await runCommand(installed.commandline, ['migrate'], { env, cwd });
  const [command, ...args] = [...(network?.enter ?? []), installed.server];
  if (command === undefined) throw new Error('The daemon has no start command.');
  const output: string[] = [];
  const child = spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(killer);
    await network?.close();
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntil(`the daemon ${installed.version}`, async () => {
      if (child.exitCode !== null)
        throw new Error(`The daemon exited. Its last output: ${output.join('').slice(-800)}`);
      const health = await fetch(`${url}/health/check`).catch(() => undefined);
      return health?.ok === true ? true : undefined;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, serverKey, debuggingPort, log: () => output.join(''), stop };
}

// Packages come from the network, so only uv runs outside of the namespace.
async function wrapUv(uv: string, network: IsolatedNetwork, folder: string): Promise<string> {
  const path = join(folder, 'uv');
  await wrapProgram(path, { command: [...network.leave, uv] });
  return path;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

function describeServer(
  server: { port: number; debuggingPort: number; serverKey: string },
  { innerApi, trustedKeys = [] }: DaemonOptions,
): Record<string, string> {
  return {
    SERVER_HOST: '127.0.0.1',
    SERVER_PORT: String(server.port),
    SERVER_KEY: server.serverKey,
    PLATFORM: 'local',
    GIN_MODE: 'release',
    DIFY_INNER_API_URL: innerApi.url,
    DIFY_INNER_API_KEY: innerApi.key,
    PLUGIN_REMOTE_INSTALLING_ENABLED: 'true',
    PLUGIN_REMOTE_INSTALLING_HOST: '127.0.0.1',
    PLUGIN_REMOTE_INSTALLING_PORT: String(server.debuggingPort),
    FORCE_VERIFYING_SIGNATURE: String(trustedKeys.length > 0),
    THIRD_PARTY_SIGNATURE_VERIFICATION_ENABLED: String(trustedKeys.length > 0),
    THIRD_PARTY_SIGNATURE_VERIFICATION_PUBLIC_KEYS: trustedKeys.join(','),
  };
}

function describeStores(
  { postgresPort, redisPort }: DaemonGround,
  { folder }: DaemonOptions,
): Record<string, string> {
  // Each folder has its own database, so that tests do not share installations.
  const digest = createHash('sha256').update(folder).digest();
  return {
    DB_TYPE: 'postgresql',
    DB_HOST: '127.0.0.1',
    DB_PORT: String(postgresPort),
    DB_USERNAME: DATABASE_ACCOUNT.user,
    DB_PASSWORD: DATABASE_ACCOUNT.password,
    DB_DATABASE: `dify_${digest.toString('hex', 0, 8)}`,
    DB_DEFAULT_DATABASE: 'postgres',
    DB_SSL_MODE: 'disable',
    REDIS_HOST: '127.0.0.1',
    REDIS_PORT: String(redisPort),
    REDIS_PASSWORD: '',
    REDIS_DB: String(digest.readUInt8(0) % 16),
    PLUGIN_STORAGE_TYPE: 'local',
    PLUGIN_STORAGE_LOCAL_ROOT: join(folder, 'storage'),
    PLUGIN_INSTALLED_PATH: 'plugin',
    PLUGIN_WORKING_PATH: join(folder, 'cwd'),
    PERSISTENCE_STORAGE_PATH: 'persistence',
  };
}

function describePython({ python, uv }: PythonTools): Record<string, string> {
  return { PYTHON_INTERPRETER_PATH: python, UV_PATH: uv, PIP_MIRROR_AUTO_DETECT: 'false' };
}
