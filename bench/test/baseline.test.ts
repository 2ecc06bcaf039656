import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PROGRAM_ENVIRONMENT } from '../../test/program-environment.ts';
import { baselineProblem } from '../sides/baseline.ts';
import { environmentOf, importsFrom } from '../sides/start-side.ts';

const folder = mkdtempSync(join(tmpdir(), 'sekisho-baseline-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

describe('a checkout of another version', () => {
  it('is rejected until its packages are installed', () => {
    expect(baselineProblem(folder)).toContain('git worktree add');
    write('packages/sekisho/package.json', '{}');
    expect(baselineProblem(folder)).toContain('npm ci');
    write('node_modules/sekisho/package.json', '{}');
    expect(baselineProblem(folder)).toBeUndefined();
  });

  it('ends the command before a measurement when it is invalid', () => {
    const program = join(import.meta.dirname, '../run.ts');
    const options = [
      '--conditions=@sekisho/source',
      '--no-warnings',
      program,
      'micro',
      '--baseline',
      '/nowhere',
    ];
    const { status, stderr } = spawnSync(process.execPath, options, {
      encoding: 'utf8',
      env: PROGRAM_ENVIRONMENT,
    });
    expect(status).toBe(2);
    expect(stderr).toContain('"/nowhere" is not a checkout');
  });

  it('provides the packages of programs in this folder, and keeps their own files', () => {
    write('node_modules/zod/package.json', '{ "name": "zod", "exports": "./other.js", "type": "module" }');
    write('node_modules/zod/other.js', 'export const z = "from the checkout";');
    const program = join(import.meta.dirname, 'programs/print-zod.ts');
    const printed = (checkout: string | undefined) =>
      execFileSync(process.execPath, ['--no-warnings', ...importsFrom(checkout), program], {
        encoding: 'utf8',
        env: { ...PROGRAM_ENVIRONMENT, ...environmentOf(checkout) },
      }).trim();
    expect(printed(folder)).toBe('string a file beside the program');
    expect(printed(undefined)).toBe('object a file beside the program');
  });
});
