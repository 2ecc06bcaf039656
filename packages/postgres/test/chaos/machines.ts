import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { FAST_START, SOURCE_CONDITION } from '../programs/node-program.ts';

const sekisho = dirname(createRequire(import.meta.url).resolve('sekisho/package.json'));
const programs = join(import.meta.dirname, '../programs');

/** A process that can be killed at any time and is restarted. */
class Machine {
  readonly lines: string[] = [];
  readonly #arguments: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess;

  constructor(args: readonly string[], env: Readonly<Record<string, string>>) {
    this.#arguments = args;
    this.#env = env;
    this.#child = this.#spawn();
  }

  /** Kills it with SIGKILL and starts it again. */
  replace(): void {
    this.stop();
    this.#child = this.#spawn();
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  #spawn(): ChildProcess {
    const child = spawn(process.execPath, [SOURCE_CONDITION, ...this.#arguments], {
      env: { ...process.env, ...FAST_START, ...this.#env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let rest = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      this.lines.push(...lines);
    });
    return child;
  }
}

export const workerMachine = (env: Readonly<Record<string, string>>) =>
  new Machine(
    [
      join(sekisho, 'src/bin.ts'),
      'worker',
      join(programs, 'shop-worker.ts'),
      '--poll',
      '100',
      '--concurrency',
      '12',
    ],
    env,
  );

export const serverMachine = (env: Readonly<Record<string, string>>) =>
  new Machine([join(programs, 'shop-server.ts')], env);
