import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { reportProblem } from './soak-runner.ts';

const RESTART_DELAY_MS = 500;

/** The worker processes of one site. A process that ends is replaced. */
export class WorkerPool {
  readonly #folder: string;
  readonly #program: string;
  readonly #children = new Map<ChildProcess, 'starting' | 'working' | 'stopping'>();
  #isClosed = false;
  /** Workers that failed to start, for example because the disk was full. They are started again. */
  failedStarts = 0;

  constructor(options: { readonly folder: string; readonly program: string; readonly workers: number }) {
    this.#folder = options.folder;
    this.#program = options.program;
    for (let index = 0; index < options.workers; index += 1) this.#start();
  }

  /** Kills one working process; false when there is none. */
  killOne(random: () => number): boolean {
    return this.#removeOne(random, (child) => child.kill('SIGKILL'));
  }

  /** Stops one working process gracefully, as a deployment does; false when there is none. */
  restartOne(random: () => number): boolean {
    return this.#removeOne(random, (child) => child.stdin?.end());
  }

  async end(): Promise<void> {
    this.#isClosed = true;
    const alive = [...this.#children.keys()].filter(({ exitCode, signalCode }) => !exitCode && !signalCode);
    const closed = alive.map((child) => once(child, 'close'));
    for (const child of alive) child.stdin?.end();
    await Promise.all(closed);
  }

  #removeOne(random: () => number, how: (child: ChildProcess) => void): boolean {
    const working = [...this.#children].filter(([, state]) => state === 'working').map(([child]) => child);
    const chosen = working[Math.floor(random() * working.length)];
    if (chosen === undefined) return false;
    this.#children.set(chosen, 'stopping');
    how(chosen);
    this.#start();
    return true;
  }

  #start(): void {
    if (this.#isClosed) return;
    const args = ['--conditions=@sekisho/source', this.#program, '--worker', this.#folder];
    const words = openSync(join(this.#folder, 'workers.txt'), 'a');
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', words] });
    closeSync(words);
    this.#children.set(child, 'starting');
    child.stdout?.once('data', () => {
      if (this.#children.get(child) === 'starting') this.#children.set(child, 'working');
    });
    child.stdin?.on('error', () => {});
    child.once('exit', (code) => this.#ended(child, code));
  }

  #ended(child: ChildProcess, code: number | null): void {
    const state = this.#children.get(child);
    this.#children.delete(child);
    if (state === 'stopping' || this.#isClosed) return;
    if (state === 'starting') this.failedStarts += 1;
    else reportProblem(this.#folder, `A worker exited unexpectedly with code ${code}.`);
    setTimeout(() => this.#start(), RESTART_DELAY_MS);
  }
}
