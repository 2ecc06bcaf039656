import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

describe('a program that creates traces', () => {
  it('prints none of them until it enables traces', async () => {
    expect(await trace()).toEqual([]);
  });

  it('passes them to its own processor and still prints nothing', async () => {
    expect(await trace('processor')).toEqual(expect.arrayContaining(['outer', 'agent', 'made', 'custom']));
  });

  /** The complete output of the program must be its own JSON. Traces are enabled only where NODE_ENV is not "test". */
  async function trace(...args: string[]): Promise<string[]> {
    const { NODE_ENV: _env, VITEST: _vitest, ...env } = process.env;
    const program = join(import.meta.dirname, 'programs/trace-and-print.ts');
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@sekisho/source', program, ...args],
      { env },
    );
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  }
});
