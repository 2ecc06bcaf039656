import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { z } from 'zod';
import { PUBLISHED } from './build-package.ts';
import { checkTypes } from './check-types.ts';
import { installOutside } from './install-outside.ts';

/**
 * Packs every package as npm would, looks at the tarballs, installs them into an empty project and uses them there.
 * Run `npm run build` first.
 */
const { values } = parseArgs({
  options: { node: { type: 'string', multiple: true, default: ['22', '24'] } },
});
const root = join(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'sekisho-pack-'));
// On exit, because a step that throws must not leave hundreds of megabytes behind.
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
const problems: string[] = [];

/** What npm shows and checks. There is no `repository`: the sources have no public address yet. */
const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string().min(40),
  keywords: z.array(z.string()).min(4),
  license: z.literal('MIT'),
  files: z.array(z.string()).min(1),
  engines: z.object({ node: z.string() }),
  repository: z.never().optional(),
  homepage: z.never().optional(),
  exports: z.record(z.string(), z.unknown()),
  bin: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
});
const packedSchema = z
  .tuple([
    z.object({
      filename: z.string(),
      size: z.number(),
      unpackedSize: z.number(),
      files: z.array(z.object({ path: z.string() })),
    }),
  ])
  .rest(z.never());

const packages = globSync(PUBLISHED, { cwd: root })
  .map((file) => join(root, dirname(file)))
  .toSorted()
  .map((folder) => ({
    folder,
    manifest: manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))),
  }));

/** What a new user would try first, without a key, a network or a test runner. */
const PROGRAMS = {
  'commonjs.cjs': `
    const { Agent, createRunner } = require('sekisho');
    const { assistantMessage, judge, ScriptedModel } = require('sekisho/testing');
    const { SandboxAgent } = require('sekisho/sandbox/local');
    const model = new ScriptedModel([[assistantMessage('works')]]);
    const agent = new Agent({ name: 'a', model });
    createRunner({ store: 'memory', safetyAgent: judge('allow') })
      .run(agent, 'Hello.')
      .then(async ({ finalOutput }) => {
        const { Agent: same } = await import('sekisho');
        console.log(same === Agent && SandboxAgent.prototype instanceof Agent ? finalOutput : 'does not work');
      });`,
  'sdk.js': `
    import { Agent, createRunner, RuleSafetyAgent, tool } from 'sekisho';
    const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    const call = { type: 'function_call', callId: 'c1', name: 'wipe', arguments: '{}', status: 'completed' };
    const model = { getResponse: async () => ({ usage, output: [call] }) };
    const parameters = { type: 'object', properties: {}, required: [], additionalProperties: false };
    const wipe = tool({ name: 'wipe', description: 'Deletes everything.', parameters, execute: async () => 'gone' });
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent() });
    const { interruptions } = await runner.run(new Agent({ name: 'a', model, tools: [wipe] }), 'Hello.');
    const { ok } = await runner.verifyExecutionLog();
    console.log(interruptions.length === 1 && ok ? 'works' : 'does not work');
    await runner.close();`,
  'packages.js': `
    import * as responses from '@sekisho/responses';
    import { createSimulator } from '@sekisho/responses/simulator';
    import * as iris from '@sekisho/iris';
    import * as dify from '@sekisho/dify-plugin';
    import * as packer from '@sekisho/dify-plugin/packer';
    import { postgresStore } from '@sekisho/postgres';
    import { parseArguments } from 'sekisho/tool-call-checks';
    const all = [responses, iris, dify, packer].every((entry) => Object.keys(entry).length > 0);
    console.log(all && createSimulator && postgresStore && parseArguments ? 'works' : 'does not work');`,
};

/** Executes one call in a run with a key. With `kill`, the process kills itself before the run ends. */
const ENGINE_PROGRAM = `
  import { appendFileSync } from 'node:fs';
  import { createEngine, describeFunction, RuleSafetyAgent } from '@sekisho/engine';
  const engine = createEngine({
    safetyAgent: new RuleSafetyAgent(),
    leaseMs: 1000,
    application: 'shop',
    integration: { name: 'plain' },
  });
  const tool = describeFunction({ name: 'add_note', manifest: { effect: 'write' } });
  const open = async () => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await engine.openRun({ agent: 'clerk', key: 'order 7' });
      } catch (error) {
        if (error.code !== 'AGENTS-E-RUN-CONFLICT' || attempt > 60) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  const run = await open();
  run.addUserText('Add a note that order 7 is paid.');
  await run.decideTurn({
    agent: { name: 'clerk' },
    calls: [{ key: 'call_1', callId: 'call_1', tool, rawArguments: '{"text":"Order 7 is paid."}' }],
  });
  const result = await run.executeOnce('call_1', async () => {
    appendFileSync('executions', 'executed\\n');
    return 'Order 7 is paid.';
  });
  await run.flush();
  if (process.argv[2] === 'kill') process.kill(process.pid, 'SIGKILL');
  await run.close('done');
  await engine.close();
  console.log(result);`;

/** Starts the console in an empty folder, opens it as a browser does, and stops it. */
const CONSOLE_PROGRAM = `
  import { spawn } from 'node:child_process';
  import { once } from 'node:events';
  const env = { ...process.env, PORT: '0' };
  const child = spawn(process.execPath, ['node_modules/.bin/sekisho-console'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.setEncoding('utf8');
  let printed = '';
  const link = await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      printed += text;
      const found = /http:\\S+/.exec(printed);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error('The console exited with ' + code)));
  });
  const page = await (await fetch(link)).text();
  const script = /src="([^"]+\\.js)"/.exec(page)?.[1] ?? '/missing';
  const { status } = await fetch(new URL(script, link));
  child.removeAllListeners('exit');
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  console.log(status === 200 && code === 0 ? 'works' : 'does not work: ' + status + ' ' + code);`;

const typesOf = await installOutside('types-of-packages', { '@arethetypeswrong/cli': '0.18.5' });
const tarballs: string[] = [];
for (const { folder, manifest } of packages) {
  const printed = run('npm', ['pack', '--json', '--pack-destination', work], folder);
  const [{ filename, size, unpackedSize, files }] = packedSchema.parse(JSON.parse(printed));
  const tarball = join(work, filename);
  tarballs.push(tarball);
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} kB`;
  const dependencies = Object.keys(manifest.dependencies).length;
  console.log(
    `${manifest.name}: ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked, ${files.length} files, ${dependencies} dependencies`,
  );
  for (const { path } of files) {
    const belongs =
      /^(dist|src|launcher|templates)\/|^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(path);
    if (!belongs || /^src.*\.test(-d)?\.ts$|tsbuildinfo/.test(path))
      problems.push(`${manifest.name} packs ${path}.`);
  }
  for (const wanted of ['README.md', 'LICENSE'])
    if (!files.some(({ path }) => path === wanted)) problems.push(`${manifest.name} has no ${wanted}.`);
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true });
  for (const message of messages)
    problems.push(`${manifest.name}: ${formatMessage(message, pkg) ?? message.code}`);
  // A package with declarations for CommonJS has to be found in every way, except for what needs Vitest, an ES module.
  const profile = files.some(({ path }) => path.startsWith('dist/cjs/'))
    ? ['--profile', 'strict', '--exclude-entrypoints', 'testing/vitest']
    : ['--profile', 'esm-only'];
  attempt(`${manifest.name}: the types`, () =>
    run(join(typesOf, 'node_modules/.bin/attw'), [tarball, ...profile, '--format', 'ascii'], work),
  );
}

attempt('the engine alone in an empty project', () => {
  const project = join(work, 'engine-alone');
  mkdirSync(project);
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'empty', private: true, type: 'module' }),
  );
  const engine = tarballs.filter((file) => /sekisho-engine-/.test(basename(file)));
  run('npm', ['install', '--no-audit', '--no-fund', ...engine], project);
  const foreign = globSync('node_modules/{@openai/*,openai}', { cwd: project });
  if (foreign.length > 0) problems.push(`@sekisho/engine installs ${foreign.join(', ')}.`);
  writeFileSync(join(project, 'engine.js'), ENGINE_PROGRAM);
  const node = join(root, 'node_modules/.bin/node');
  // The first process is killed after the result of the call is stored; the second one continues the same run.
  const first = spawnSync(node, ['engine.js', 'kill'], { cwd: project, encoding: 'utf8' });
  const printed = run(node, ['engine.js'], project).trim();
  const executions = readFileSync(join(project, 'executions'), 'utf8').trim().split('\n').length;
  console.log(
    `The engine alone: process 1 ended by ${first.signal}, process 2 printed "${printed}", ${executions} execution`,
  );
  if (first.signal !== 'SIGKILL' || printed !== 'Order 7 is paid.' || executions !== 1)
    problems.push(`A call is not executed once across a kill: ${first.stderr}`);
});

for (const version of values.node) {
  attempt(`an empty project on Node ${version}`, () => {
    const project = join(work, `node-${version}`);
    mkdirSync(project);
    writeFileSync(
      join(project, 'package.json'),
      JSON.stringify({ name: 'empty', private: true, type: 'module', allowScripts: { node: true } }),
    );
    run('npm', ['install', '--no-audit', '--no-fund', `node@${version}`, ...tarballs], project);
    for (const [file, text] of Object.entries(PROGRAMS)) {
      writeFileSync(join(project, file), text);
      const printed = run(join(project, 'node_modules/.bin/node'), [file], project).trim();
      console.log(`Node ${version}, ${file}: ${printed}`);
      if (!printed.endsWith('works')) problems.push(`${file} on Node ${version} printed ${printed}`);
    }
    const help = run(
      join(project, 'node_modules/.bin/node'),
      ['node_modules/.bin/sekisho', '--help'],
      project,
    );
    if (!/^  worker /m.test(help)) problems.push(`The command sekisho on Node ${version} has no help.`);
    writeFileSync(join(project, 'console.js'), CONSOLE_PROGRAM);
    const started = run(join(project, 'node_modules/.bin/node'), ['console.js'], project).trim();
    console.log(`Node ${version}, sekisho-console: ${started}`);
    if (started !== 'works') problems.push(`sekisho-console on Node ${version} printed ${started}`);
  });
}

// npm refuses to install what asks for another version of a package that is there, so this shows that we do not.
attempt('a project with Vitest 3 and TypeScript 5.9', () => {
  const project = join(work, 'older-tools');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const tools = ['vitest@3', 'typescript@5.9', '@types/node@22'];
  run('npm', ['install', '--no-audit', '--no-fund', ...tools, ...tarballs], project);
  writeFileSync(
    join(project, 'store.test.js'),
    `import { MemoryStateStore } from 'sekisho';
     import { describeStateStore } from 'sekisho/testing/vitest';
     describeStateStore('The store', async ({ clock, link }) => new MemoryStateStore({ clock, link }));`,
  );
  const vitest = join(project, 'node_modules/vitest/vitest.mjs');
  const printed = run(process.execPath, [vitest, 'run', '--reporter', 'json'], project);
  const { success, numTotalTests } = JSON.parse(printed.slice(printed.indexOf('{')));
  console.log(`Vitest 3: ${numTotalTests} tests of the contract of stores ${success ? 'pass' : 'fail'}`);
  if (!success) problems.push('The contract suite of stores fails on Vitest 3.');
  const compiler = 'node_modules/typescript/bin/tsc';
  const types = checkTypes(project, { '5.9': join(project, compiler), 7: join(root, compiler) });
  for (const line of types.lines) console.log(line);
  problems.push(...types.problems);
});

for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? `${packages.length} packages can be published.` : 'Not publishable.');
process.exitCode = problems.length === 0 ? 0 : 1;

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
  });
}

function attempt(what: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    const { stdout = '', stderr = '' } = Object(error);
    problems.push(
      `${what}: ${basename(String(error).split('\n')[0] ?? '')}\n${String(stdout)}${String(stderr)}`,
    );
  }
}
