import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { mayUpgrade } from './chat/live/may-upgrade.ts';
import { createService } from './composition/create-service.ts';
import { describeStartFailure } from './config/describe-start-failure.ts';
import { describeStart } from './config/describe-start.ts';
import { type Environment, readSettings, type Settings } from './config/env.ts';
import { listen } from './http/listen.ts';
import { requireWritableFolder } from './storage/require-writable-folder.ts';
import { VERSION } from './version.ts';

const THINK_MS = 400;
const SHUTDOWN_TIMEOUT_MS = 25_000;
const CLOSE_TIMEOUT_MS = 1000;

// Standard output is for the person who starts the server; logs, one JSON object per line, go to standard error.
const log = (line: string) => void process.stderr.write(`${line}\n`);

/**
 * Starts the server in this process, until the process receives a signal. Prints the URL, or why the server did not
 * start. The simulated model of the demo thinks for `thinkMs` before each answer.
 */
export function runServer(env?: Environment, { thinkMs = THINK_MS } = {}): void {
  let known: Settings | undefined;
  try {
    const settings = readSettings(env);
    known = settings;
    // With both settings, nothing is written to the folder.
    if (settings.databaseUrl === undefined || settings.secret === undefined)
      requireWritableFolder(settings.dataDir);
    startServer(settings, thinkMs);
  } catch (error) {
    fail(error, known);
  }
}

function startServer(settings: Settings, thinkMs: number): void {
  const { app, live, console, close } = createService(settings, { log, thinkMs });
  const server = listen(
    {
      fetch: app.fetch,
      port: settings.port,
      hostname: settings.host,
      websocket: { server: live.socketServer },
      serverOptions: { shouldUpgradeCallback: mayUpgrade },
    },
    ({ address, port }) => {
      log(JSON.stringify({ event: 'listening', address, port, mode: settings.mode }));
      const host = ['0.0.0.0', '::'].includes(settings.host) ? '127.0.0.1' : settings.host;
      finishStart(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).catch(failed);
    },
  );
  const failed = (error: unknown) => fail(error, settings);
  server.on('error', failed);

  /** Prints the URL and starts resuming suspended runs. */
  async function finishStart(url: string): Promise<void> {
    const link = `${url}/login#${await console.createLoginLink()}`;
    process.stdout.write(describeStart({ version: VERSION, link, settings }));
    await Promise.all([console.start(), console.requireWrites().catch(warn)]);
  }

  /** Rejects new requests, waits for those in progress, and exits. A second signal exits immediately. */
  const stop = () => {
    process.once('SIGINT', () => process.exit(1));
    process.once('SIGTERM', () => process.exit(1));
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    const serverClosed = once(server, 'close');
    server.close();
    close()
      .then(() => Promise.race([serverClosed, wait(CLOSE_TIMEOUT_MS)]))
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** Prints why the store accepts no writes, for example because the server has another key. What is stored can still be read. */
function warn(error: unknown): void {
  const name = nameOf(error);
  const message = describeStartFailure(error);
  log(JSON.stringify({ event: 'store.rejects-writes', name, message }));
  log(`The store accepts no writes from this server, so it only shows what is stored. ${message}`);
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown');

/** Prints why the server did not start, and exits. */
function fail(error: unknown, settings: Settings | undefined): never {
  const name = nameOf(error);
  const message = describeStartFailure(error, settings);
  log(JSON.stringify({ event: 'start.failed', name, message }));
  log(`The server did not start. ${message}`);
  process.exit(1);
}
