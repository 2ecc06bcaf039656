import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

// The suite splits its command at spaces, so the command does not contain the path of this repository.
const programs = join(import.meta.dirname, 'programs');
const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
const suite = join(dirname(manifest), 'dist/index.js');

/** One scenario of the official suite for each revision; `npm run conformance` runs all of them. */
describe.concurrent('the gateway in the official conformance suite', () => {
  it.each([
    ['2025-11-25', 'tools_call'],
    ['2026-07-28', 'auth/scope-step-up'],
  ])('passes %s %s', async (revision, scenario) => {
    const command = 'node --conditions=@sekisho/source mcp-conformance-client.ts';
    const args = [suite, 'client', '--command', command, '--scenario', scenario, '--spec-version', revision];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
      cwd: programs,
      env: withThisNode(),
    });
    expect(stdout + stderr).toMatch(/Passed: (\d+)\/\1, 0 failed/);
    expect(stdout + stderr).not.toContain('Passed: 0/0');
  });
});

/** Returns an environment in which `node` is the version that runs this test. */
function withThisNode(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };
}
