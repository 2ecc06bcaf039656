import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { FAST_START, SOURCE_CONDITION } from './node-program.ts';

/** The role of an actor, the points at which it pauses, and its environment. */
export interface ActorOptions {
  readonly role: 'worker' | 'server';
  /** By run (and by order, for effects): for example `before intent`. */
  readonly halts?: Readonly<Record<string, string>>;
  /** The number of runs that it starts. */
  readonly starts?: number;
  readonly env: Readonly<Record<string, string>>;
  /** The prefix of the command, such as `ip netns exec <name>`. */
  readonly within?: readonly string[];
}

/** A worker or a server of the shop in a separate process, which reports its progress. */
export class Actor {
  readonly lines: string[] = [];
  readonly #child: ChildProcess;
  readonly #news = new EventTarget();

  constructor({ role, halts = {}, starts = 0, env, within = [] }: ActorOptions) {
    const program = join(import.meta.dirname, 'crash-actor.ts');
    const words = [...within, process.execPath, SOURCE_CONDITION, program];
    this.#child = spawn(words[0] ?? '', words.slice(1), {
      env: {
        ...process.env,
        ...FAST_START,
        ...env,
        SHOP_ROLE: role,
        SHOP_HALTS: JSON.stringify(halts),
        SHOP_STARTS: String(starts),
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (this.#child.stdout)
      createInterface({ input: this.#child.stdout }).on('line', (line) => {
        this.lines.push(line);
        this.#news.dispatchEvent(new Event('line'));
      });
  }

  /** Resolves when it has reported all of these lines. */
  async says(...words: readonly string[]): Promise<void> {
    while (!words.every((word) => this.lines.includes(word))) await once(this.#news, 'line');
  }

  goOn(): void {
    this.#child.stdin?.write('go\n');
  }

  /** Pauses the process, like a machine that lost its connection, or continues it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }
}
