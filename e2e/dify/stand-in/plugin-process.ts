import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil } from '../ground/wait-until.ts';
import type { InnerApiCaller } from './call-inner-api.ts';
import { SessionTable } from './session-table.ts';

/** The daemon's scanner stops at a longer line, and the daemon then kills the plugin. */
const MAX_LINE_LENGTH = 5 * 1024 * 1024;
const RESTART_MS = 500;

/** What a plugin's process is started with. */
export type PluginProcessOptions = {
  folder: string;
  env: Record<string, string>;
  callInnerApi: InnerApiCaller;
  onWords: (text: string) => void;
};

/** A plugin's process that is started again whenever it ends, until it is stopped. */
export class PluginProcess {
  readonly #options: PluginProcessOptions;
  #child: ChildProcessWithoutNullStreams | undefined;
  #sessions: SessionTable | undefined;
  #isStopped = false;

  constructor(options: PluginProcessOptions) {
    this.#options = options;
  }

  /** Starts the process and waits for its first heartbeat; one that ends before that has failed to launch. */
  async launch(): Promise<void> {
    let lastWords = '';
    this.#start((text) => {
      lastWords = (lastWords + text).slice(-1024);
    });
    await waitUntil('the first heartbeat', () => {
      if (this.#child === undefined) {
        this.#isStopped = true;
        throw new Error(`failed to launch plugin: ${lastWords}`);
      }
      return this.#sessions;
    });
  }

  /** The sessions of a process that is ready; a dead one has six seconds to come back. */
  async sessions(): Promise<SessionTable> {
    return waitUntil('a plugin that is ready', () => this.#sessions, 6_000);
  }

  stop(): void {
    this.#isStopped = true;
    this.#child?.stdin.destroy();
    this.#child?.stdout.destroy();
    this.#child?.kill('SIGKILL');
  }

  #start(onWords: (text: string) => void): void {
    const { folder, env, callInnerApi } = this.#options;
    const child = spawn(`${folder}/.venv/bin/python`, ['-m', 'main'], {
      cwd: folder,
      env: { ...env, INSTALL_METHOD: 'local' },
    });
    this.#child = child;
    const sessions = new SessionTable(
      {
        send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
        close: () => void child.kill('SIGKILL'),
      },
      callInnerApi,
    );
    sessions.onHeartbeat = () => {
      this.#sessions = sessions;
    };
    child.stdin.on('error', () => {});
    createInterface(child.stdout).on('line', (line) => {
      if (Buffer.byteLength(line) > MAX_LINE_LENGTH) child.kill('SIGKILL');
      else sessions.readLine(line);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      onWords(text);
      this.#options.onWords(text);
    });
    child.once('close', () => {
      this.#child = undefined;
      this.#sessions = undefined;
      sessions.failAll('plugin process exited');
      void this.#restart();
    });
  }

  async #restart(): Promise<void> {
    await wait(RESTART_MS);
    if (!this.#isStopped && this.#child === undefined) this.#start(() => {});
  }
}
