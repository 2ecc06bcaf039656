import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { readSettings } from './config/env.ts';
import { createService } from './create-service.ts';
import { mayUpgrade } from './interfaces/may-upgrade.ts';

const THINK_MS = 400;
const PATIENCE_MS = 25_000;
const LAST_WORDS_MS = 1000;

const write = (line: string) => void process.stdout.write(`${line}\n`);
const { settings, service } = open();
const { app, live, console, close } = service;
const server = serve(
  {
    fetch: app.fetch,
    port: settings.port,
    hostname: settings.host,
    websocket: { server: live.socketServer },
    serverOptions: { shouldUpgradeCallback: mayUpgrade },
  },
  ({ address, port }) => {
    write(JSON.stringify({ event: 'listening', address, port, mode: settings.mode }));
    const host = ['0.0.0.0', '::'].includes(settings.host) ? '127.0.0.1' : settings.host;
    const place = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    begin(place).catch(fail);
  },
);
server.on('error', fail);

function open() {
  try {
    const read = readSettings();
    return { settings: read, service: createService(read, { log: write, thinkMs: THINK_MS }) };
  } catch (error) {
    return fail(error);
  }
}

/** Prints the way in, and looks after waiting runs from then on. */
async function begin(place: string): Promise<void> {
  write(`${place}/login#${await console.createLoginLink()}`);
  await console.start();
}

/** Says why there is no server, and leaves. */
function fail(error: unknown): never {
  const { name, message } = error instanceof Error ? error : new Error('unknown');
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const told = isTaken ? 'The port is in use. Set PORT to another one.' : message;
  write(JSON.stringify({ event: 'start.failed', name, message: told }));
  process.exit(1);
}

/** Takes no new requests, ends what is under way, and leaves; a second signal does not wait. */
const stop = () => {
  process.once('SIGINT', () => process.exit(1));
  process.once('SIGTERM', () => process.exit(1));
  setTimeout(() => process.exit(1), PATIENCE_MS).unref();
  const silence = once(server, 'close');
  server.close();
  close()
    .then(() => Promise.race([silence, wait(LAST_WORDS_MS)]))
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
