import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The people of the tests, with their sign-in tokens. */
export const PEOPLE = {
  mika: 'token-of-mika-with-32-characters-or-more',
  ken: 'token-of-ken-with-32-characters-or-more',
  vera: 'token-of-vera-with-32-characters-or-more',
} as const;

/** One of the people. */
export type Person = keyof typeof PEOPLE;

/** A running server with a separate store. */
export interface TestServer {
  readonly url: string;
  /** The folder with the server's store and key, which other programs can share. */
  readonly dataDir: string;
  /** The link that the last start printed. It is valid once. */
  readonly loginLink: () => string;
  readonly stop: () => Promise<void>;
  /** Restarts on the same port with the same store. */
  readonly start: () => Promise<void>;
  /** Stops the server and removes the store. */
  readonly dispose: () => Promise<void>;
}

/** Starts the real server as a separate process with an empty inbox. */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sekisho-e2e-'));
  let child: ChildProcess | undefined;
  let link = '';
  let port = '0';
  const start = async () => {
    child = spawn(process.execPath, ['--conditions=@sekisho/source', MAIN], {
      cwd: dataDir,
      env: {
        PATH: process.env['PATH'],
        HOME: dataDir,
        PORT: port,
        SEKISHO_DATA_DIR: dataDir,
        API_TOKENS: `mika:${PEOPLE.mika}:admin,ken:${PEOPLE.ken}:approver,vera:${PEOPLE.vera}:viewer`,
        DEMO: 'playground',
        // Reading the sources takes half of the start time.
        NODE_COMPILE_CACHE: COMPILED,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    link = await readLink(child);
    port = new URL(link).port;
  };
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  };
  await start();
  return {
    url: new URL(link).origin,
    dataDir,
    loginLink: () => link,
    start,
    stop,
    dispose: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function readLink(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const link = /http:\/\/\S+\/login#\S+/u.exec(said)?.[0];
      if (link !== undefined) resolve(link);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) =>
      reject(new Error(`The server exited with ${code} before it was ready:\n${said}`)),
    );
  });
}

const MAIN = join(import.meta.dirname, 'serve-console.ts');
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/sekisho-e2e');
