import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { complain } from './soak-office.ts';

const START_AGAIN_MS = 500;

/** The worker processes of one place. Whoever ends is replaced. */
export class SoakCrew {
  readonly #folder: string;
  readonly #program: string;
  readonly #children = new Map<ChildProcess, 'starting' | 'working' | 'leaving'>();
  #isOver = false;
  /** Workers that could not begin, as with a full disk; whoever looks after processes starts them again. */
  failedStarts = 0;

  constructor(options: { readonly folder: string; readonly program: string; readonly workers: number }) {
    this.#folder = options.folder;
    this.#program = options.program;
    for (let index = 0; index < options.workers; index += 1) this.#start();
  }

  /** Kills one process in the middle of whatever it does; false when none has begun yet. */
  killOne(random: () => number): boolean {
    return this.#dismiss(random, (child) => child.kill('SIGKILL'));
  }

  /** Asks one process to end what it is at and to leave, as a new version would; false when none has begun yet. */
  restartOne(random: () => number): boolean {
    return this.#dismiss(random, (child) => child.stdin?.end());
  }

  async end(): Promise<void> {
    this.#isOver = true;
    const alive = [...this.#children.keys()].filter(({ exitCode, signalCode }) => !exitCode && !signalCode);
    const closed = alive.map((child) => once(child, 'close'));
    for (const child of alive) child.stdin?.end();
    await Promise.all(closed);
  }

  #dismiss(random: () => number, how: (child: ChildProcess) => void): boolean {
    const working = [...this.#children].filter(([, state]) => state === 'working').map(([child]) => child);
    const chosen = working[Math.floor(random() * working.length)];
    if (chosen === undefined) return false;
    this.#children.set(chosen, 'leaving');
    how(chosen);
    this.#start();
    return true;
  }

  #start(): void {
    if (this.#isOver) return;
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
    if (state === 'leaving' || this.#isOver) return;
    if (state === 'starting') this.failedStarts += 1;
    else complain(this.#folder, `A worker ended with ${code} by itself.`);
    setTimeout(() => this.#start(), START_AGAIN_MS);
  }
}
