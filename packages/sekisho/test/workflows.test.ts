import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { releaseProblem } from '../../../scripts/release/release-problem.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

const stepSchema = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({}),
});
const workflowSchema = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.number(),
      strategy: z.object({ matrix: z.object({ node: z.array(z.number()) }) }).optional(),
      steps: z.array(stepSchema),
    }),
  ),
});
const workflows = globSync('.github/workflows/*.yml', { cwd: root })
  .toSorted()
  .map((file) => ({ file, workflow: workflowSchema.parse(parse(read(file))) }));
const steps = workflows.flatMap(({ file, workflow }) =>
  Object.values(workflow.jobs).flatMap((job) => job.steps.map((step) => ({ file, step }))),
);
const commands = steps
  .flatMap(({ file, step }) =>
    [step.run, step.with['version'], step.with['publish']].map((command) => ({ file, command })),
  )
  .flatMap(({ file, command }) =>
    typeof command === 'string'
      ? command
          .trim()
          .split('\n')
          .map((line) => ({ file, line }))
      : [],
  );

/** Returns why a line cannot run in a checkout, or undefined. */
function problemOf(line: string): string | undefined {
  if (['npm ci', 'npm test'].includes(line)) return undefined;
  const script = /^npm run ([\w:-]+)(?: |$)/.exec(line)?.[1];
  if (script !== undefined)
    return Object.hasOwn(scripts, script) ? undefined : `package.json has no script ${script}`;
  if (!/(?:^| )\.ci\/run$/.test(line)) return 'it is neither an npm script nor .ci/run';
  accessSync(join(root, '.ci/run'), constants.X_OK);
  return undefined;
}

describe('the workflows', () => {
  it('are read', () => {
    expect(workflows.map(({ file }) => file)).toEqual([
      '.github/workflows/ci.yml',
      '.github/workflows/full.yml',
      '.github/workflows/release.yml',
    ]);
    expect(commands.length).toBeGreaterThan(8);
  });

  it('run only commands that exist', () => {
    const problems = commands.map(({ file, line }) => ({ file, line, problem: problemOf(line) }));
    expect(problems.filter(({ problem }) => problem !== undefined)).toEqual([]);
    expect(problemOf('npm run no-such-script')).toBe('package.json has no script no-such-script');
    expect(problemOf('curl example.com')).toBe('it is neither an npm script nor .ci/run');
  });

  it('test on the Node versions that the package supports', () => {
    const { engines } = z
      .object({ engines: z.object({ node: z.string() }) })
      .parse(JSON.parse(read('packages/sekisho/package.json')));
    const tested = workflows.flatMap(({ workflow }) =>
      Object.values(workflow.jobs).flatMap(({ strategy }) => strategy?.matrix.node ?? []),
    );
    expect(tested).toEqual([22, 24]);
    for (const major of tested) expect(engines.node).toContain(`^${major}.`);
    expect(read('.nvmrc')).toBe('24\n');
  });

  it('use actions at a fixed major version, and few permissions', () => {
    const used = steps.flatMap(({ step }) => step.uses ?? []);
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@v\d+$/.test(action))).toEqual([]);
    const rights = workflows.flatMap(({ workflow }) => Object.values(workflow.permissions));
    expect(rights.filter((right) => right !== 'read')).toEqual([]);
  });

  it('run what .ci/run runs, and .ci/run names only scripts that exist', () => {
    const named = [...read('.ci/run').matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    const inCi = commands.flatMap(({ file, line }) =>
      file.endsWith('ci.yml') ? (/^npm run ([\w:-]+)/.exec(line)?.[1] ?? []) : [],
    );
    expect(inCi.filter((name) => name !== 'test:node' && !named.includes(name))).toEqual([]);
  });
});

describe('a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sekisho-release-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });

  it('is built only from a clean commit without pending changesets', () => {
    git('init', '-q');
    mkdirSync(join(folder, '.changeset'));
    writeFileSync(join(folder, '.changeset/README.md'), '');
    git('add', '.');
    git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '-qm', 'first');
    expect(releaseProblem(folder)).toBeUndefined();
    writeFileSync(join(folder, 'left-over.txt'), '');
    expect(releaseProblem(folder)).toBe('Commit or remove these changes first:\n?? left-over.txt');
    writeFileSync(join(folder, '.changeset/blue-hats.md'), '');
    expect(releaseProblem(folder)).toMatch(
      /^1 changesets are not part of a version yet\. Run "npm run versions"/,
    );
  });
});
