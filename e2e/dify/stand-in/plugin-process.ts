import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil } from '../ground/wait-until.ts';
import type { InnerApiCaller } from './call-inner-api.ts';
import { SessionTable } from './session-table.ts';

/** The daemon kills a plugin whose line is longer than this. */
const MAX_LINE_LENGTH = 5 * 1024 * 1024;
const RESTART_MS = 500;

/** The options of a plugin process. */
export type PluginProcessOptions = {
  folder: string;
  env: Record<string, string>;
  callInnerApi: InnerApiCaller;
  onOutput: (text: string) => void;
};

/** A plugin process that is restarted whenever it exits, until it is stopped. */
export class PluginProcess {
  readonly #options: PluginProcessOptions;
  #child: ChildProcessWithoutNullStreams | undefined;
  #sessions: SessionTable | undefined;
  #isStopped = false;

  constructor(options: PluginProcessOptions) {
    this.#options = options;
  }

  /** Starts the process and waits for its first heartbeat. Throws when the process exits before. */
  async launch(): Promise<void> {
    let lastOutput = '';
    this.#start((text) => {
      lastOutput = (lastOutput + text).slice(-1024);
    });
    await waitUntil('the first heartbeat', () => {
      if (this.#child === undefined) {
        this.#isStopped = true;
        throw new Error(`failed to launch plugin: ${lastOutput}`);
      }
      return this.#sessions;
    });
  }

  /** Returns the sessions of a ready process; a process that died has six seconds to restart. */
  async sessions(): Promise<SessionTable> {
    return waitUntil('a plugin that is ready', () => this.#sessions, 6_000);
  }

  stop(): void {
    this.#isStopped = true;
    this.#child?.stdin.destroy();
    this.#child?.stdout.destroy();
    this.#child?.kill('SIGKILL');
  }

  #start(onOutput: (text: string) => void): void {
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
      onOutput(text);
      this.#options.onOutput(text);
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
