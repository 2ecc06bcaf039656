import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

describe('a program that makes traces', () => {
  it('prints nothing of them until it asks for traces', async () => {
    expect(await trace()).toEqual([]);
  });

  it('gives them to its own processor and still prints nothing', async () => {
    expect(await trace('processor')).toEqual(expect.arrayContaining(['outer', 'agent', 'made', 'custom']));
  });

  /** Everything that the program printed must be its own JSON. Traces are on only where NODE_ENV is not "test". */
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
