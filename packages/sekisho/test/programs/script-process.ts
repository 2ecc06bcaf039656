import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROGRAM_ENVIRONMENT } from '../../../../test/program-environment.ts';
import type { ScriptReply, ScriptRequest } from './run-scripts.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** One process that runs scripts of package.json one after the other. */
export class ScriptProcess {
  readonly #child = spawn(
    process.execPath,
    ['--conditions=@sekisho/source', join(import.meta.dirname, 'run-scripts.ts')],
    { env: PROGRAM_ENVIRONMENT, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  readonly #lines = createInterface({ input: this.#child.stdout });
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a script as npm would, in a folder. */
  run(name: string, options: readonly string[], cwd: string): Promise<ScriptReply> {
    const reply = this.#last.then(async () => {
      const line = once(this.#lines, 'line', { signal: AbortSignal.timeout(50_000) });
      const request: ScriptRequest = { program: programOf(name), options, cwd };
      this.#child.stdin.write(`${JSON.stringify(request)}\n`);
      const [text] = await line;
      const parsed: ScriptReply = JSON.parse(String(text));
      return parsed;
    });
    this.#last = reply.catch(() => undefined);
    return reply;
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.stdin.end();
    await ended;
  }
}

/** Returns the file that a script of package.json starts. */
function programOf(name: string): string {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  return join(ROOT, scripts[name]?.split(' ').at(-1) ?? 'missing');
}
