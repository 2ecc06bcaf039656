import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { complain } from './soak-office.ts';

/** The worker processes of a soak. Whoever is killed is replaced. */
export class SoakCrew {
  readonly #folder: string;
  readonly #program: string;
  readonly #children = new Map<ChildProcess, 'starting' | 'working' | 'killed'>();

  constructor(options: { readonly folder: string; readonly program: string; readonly workers: number }) {
    this.#folder = options.folder;
    this.#program = options.program;
    for (let index = 0; index < options.workers; index += 1) this.#start();
  }

  /** Kills one process in the middle of whatever it does; false when none has begun yet. */
  killOne(choose: (count: number) => number): boolean {
    const working = [...this.#children].filter(([, state]) => state === 'working').map(([child]) => child);
    const victim = working[choose(working.length)];
    if (victim === undefined) return false;
    this.#children.set(victim, 'killed');
    victim.kill('SIGKILL');
    this.#start();
    return true;
  }

  async end(): Promise<void> {
    const alive = [...this.#children].filter(([, state]) => state !== 'killed').map(([child]) => child);
    const closed = alive.map((child) => once(child, 'close'));
    for (const child of alive) child.stdin?.end();
    await Promise.all(closed);
  }

  #start(): void {
    const args = ['--conditions=@sekisho/source', this.#program, '--worker', this.#folder];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#children.set(child, 'starting');
    child.stdout.once('data', () => {
      if (this.#children.get(child) === 'starting') this.#children.set(child, 'working');
    });
    child.stdin.on('error', () => {});
    child.once('exit', (code) => {
      if (this.#children.get(child) !== 'killed' && code !== 0) {
        complain(this.#folder, `A worker ended with ${code} by itself.`);
      }
      this.#children.delete(child);
    });
  }
}
