import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PROGRAMS = join(import.meta.dirname, 'drop-in');

describe('importing the package', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sekisho-import-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('uses no network, sets no timer, changes nothing in upstream and ends immediately', async () => {
    const { stdout, stderr } = await load('ours');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      handles: [],
      timers: [],
      network: [],
      writes: [],
      printed: [],
      changedMethods: [],
      provider: 'none',
      traceProcessors: 0,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is checked by a test that detects upstream, which sets a provider and an exporter', async () => {
    const { stdout } = await load('upstream');
    expect(JSON.parse(stdout)).toMatchObject({ provider: 'set', traceProcessors: 1 });
  });

  it('is checked by a test that detects a module with side effects', async () => {
    const { stdout } = await load('causeSideEffects');
    expect(JSON.parse(stdout)).toMatchObject({
      network: ['net.connect'],
      writes: ['fs.writeFileSync'],
      timers: ['setInterval'],
      printed: ['stdout'],
    });
  });

  /** Runs in an empty folder, without NODE_ENV and with a key, like a program in production. */
  async function load(what: string): Promise<{ stdout: string; stderr: string }> {
    const { NODE_ENV: _env, NODE_OPTIONS: _options, VITEST: _vitest, ...env } = process.env;
    return promisify(execFile)(
      process.execPath,
      [
        '--conditions=@sekisho/source',
        '--import',
        join(PROGRAMS, 'watch-effects.ts'),
        join(PROGRAMS, 'import-package.ts'),
        what,
      ],
      { cwd: folder, timeout: 20_000, env: { ...env, OPENAI_API_KEY: 'sk-not-a-key' } },
    );
  }
});
