import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'vite';

/**
 * The server and the console for development, under one address: the server restarts when one of its sources changes, and
 * the console is updated in the browser. Ctrl+C ends both.
 */
const root = join(import.meta.dirname, '..');
const HOST = '127.0.0.1';
const LOGIN_LINK = /(http:\/\/\S+?)(\/login#\S+)/;
const LAST_LINE = 'Ctrl+C';
const MAX_STOP_MS = 10_000;

const serverPort = readPort('PORT', 8787);
const server = spawn(
  process.execPath,
  [
    '--watch',
    '--watch-preserve-output',
    '--conditions=@sekisho/source',
    join(root, 'app/server/src/main.ts'),
  ],
  {
    cwd: root,
    env: { ...process.env, PORT: `${serverPort}`, HOST },
    // Of its own group, so that Ctrl+C reaches it once, through this process.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const console = await createServer({
  root: join(root, 'app/console'),
  logLevel: 'warn',
  server: {
    host: HOST,
    port: readPort('CONSOLE_PORT', 5173),
    proxy: { '/api': { target: `http://${HOST}:${serverPort}` } },
  },
});
await console.listen();
const address = new URL(console.resolvedUrls?.local[0] ?? `http://${HOST}`).origin;

process.once('SIGINT', () => void stop(0));
process.once('SIGTERM', () => void stop(0));
server.once('exit', () => void stop(1));

let printed: string | undefined = '';
server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
  // After a restart the browser is still signed in, so only the first address is printed.
  if (printed === undefined) return;
  printed += chunk;
  if (!printed.includes(LAST_LINE)) return;
  process.stdout.write(printed.replace(LOGIN_LINK, `${address}$2`));
  printed = undefined;
});

async function stop(code: number): Promise<never> {
  if (server.exitCode === null && server.signalCode === null) {
    server.removeAllListeners('exit');
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    setTimeout(() => server.kill('SIGKILL'), MAX_STOP_MS).unref();
    await exited;
  }
  await console.close();
  process.exit(code);
}

function readPort(name: string, usual: number): number {
  const port = Number(process.env[name] || usual);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`${name} must be a port from 1 to 65535.`);
}
