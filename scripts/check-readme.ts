import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { commandsOf } from '../packages/sekisho/test/programs/doc-commands.ts';
import { readOptions } from './read-options.ts';

const USAGE = `Executes the commands of README.md and README.ja.md, and measures them.

  npm run check:readme -- [--clone] [--test] [--fresh-cache]

  --clone          In a new clone of the last commit, with "npm ci". Otherwise in this checkout.
  --test           With "npm test", which takes longer than all others.
  --fresh-cache    With an empty cache of npm.`;
const { values } = readOptions(USAGE, {
  options: {
    clone: { type: 'boolean', default: false },
    test: { type: 'boolean', default: false },
    'fresh-cache': { type: 'boolean', default: false },
  },
});

const ROOT = join(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'sekisho-readme-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
const clone = values.clone ? join(work, 'sekisho') : ROOT;
if (values.clone) execFileSync('git', ['clone', '--quiet', ROOT, clone]);
const project = join(work, 'my-project');
mkdirSync(project);

const { OPENAI_API_KEY: _key, ...inherited } = process.env;
const env: NodeJS.ProcessEnv = {
  ...inherited,
  PORT: '0',
  SEKISHO_DATA_DIR: join(work, 'data'),
  ...(values['fresh-cache'] && { npm_config_cache: join(work, 'cache') }),
};
/** A project outside of the clone needs a Node of its own that is new enough. */
const outside = { ...env, PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter) };

/** How each command is executed. Paths beside the clone are in the folder of this run. */
const WAYS: readonly (readonly [RegExp, (words: readonly string[]) => unknown])[] = [
  [/^npm ci$/, (words) => values.clone && run(words, clone)],
  [/^npm test$/, (words) => values.test && run(words, clone)],
  [/^npm start$/, (words) => startAndOpen(words, clone, env)],
  [/^npm run pack:all$/, (words) => run(words, clone)],
  [
    /^npm run create -- \.\.\/my-agent --template mail$/,
    async (words) => {
      await run(
        words.map((word) => word.replace(/^\.\.\//, `${work}/`)),
        clone,
      );
      const said = await run(['npm', 'start'], join(work, 'my-agent'), outside);
      if (!said.includes('eve@evil.example')) throw new Error(`The mail assistant said: ${said}`);
      await run(['npm', 'test'], join(work, 'my-agent'), outside);
      // The other template, which the comment of the command names.
      const shop = join(work, 'my-shop');
      await run(['npm', 'run', 'create', '--', shop, '--template', 'customer-service'], clone);
      await startAndOpen(['npm', 'start'], shop, outside);
      await startAndOpen(['npm', 'run', 'console'], shop, outside);
      await run(['npm', 'test'], shop, outside);
    },
  ],
  [
    /^npm install \.\.\/sekisho\/packed\/\*\.tgz zod$/,
    async () => {
      await run(['npm', 'init', '--yes'], project);
      await run(['sh', '-c', `npm install '${clone}'/packed/*.tgz zod`], project, outside);
      await run(['node', '--eval', 'require("sekisho"); import("@sekisho/console")'], project, outside);
      await run(['npx', 'sekisho', '--help'], project, outside);
    },
  ],
];

const [english = [], japanese = []] = ['README.md', 'README.ja.md'].map((page) =>
  commandsOf(page).map(({ words }) => words),
);
if (JSON.stringify(english) !== JSON.stringify(japanese))
  throw new Error(`The commands differ: ${JSON.stringify(english)} ${JSON.stringify(japanese)}`);
for (const words of english) {
  const line = words.join(' ');
  const [way, ...more] = WAYS.filter(([pattern]) => pattern.test(line));
  if (!way || more.length > 0) throw new Error(`There is no way to execute "${line}".`);
  await way[1](words);
}
console.log('The commands of the README work.');

/** Runs a command until it ends, and returns what it printed. */
async function run(words: readonly string[], cwd: string, variables = env): Promise<string> {
  const { printed, ended, measured } = start(words, cwd, variables);
  const code = await ended;
  measured();
  if (code !== 0) throw new Error(`"${words.join(' ')}" in ${cwd} ended with ${code}:\n${printed()}`);
  return printed();
}

/** Starts a server, opens the address that it prints, and stops it. */
async function startAndOpen(words: readonly string[], cwd: string, variables = env): Promise<void> {
  const { child, printed, ended, measured } = start(words, cwd, variables);
  const limit = setTimeout(() => stop(), 120_000);
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM');
  const link = await new Promise<string | undefined>((resolve) => {
    child.stdout.on('data', () => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(printed()) ?? [];
      if (found) resolve(found);
    });
    ended.then(
      () => resolve(undefined),
      () => resolve(undefined),
    );
  });
  clearTimeout(limit);
  const status = link === undefined ? 0 : (await fetch(link)).status;
  measured();
  if (status !== 200)
    throw new Error(`"${words.join(' ')}" in ${cwd} does not serve its page:\n${printed()}`);
  stop();
  await ended;
}

function start(words: readonly string[], cwd: string, variables: NodeJS.ProcessEnv) {
  const began = performance.now();
  const measured = () => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
    console.log(`${seconds} s  ${words.join(' ').replaceAll(work, '..')}  (in ${basename(cwd)})`);
  };
  const [command = '', ...args] = words;
  // A process group of its own, because npm does not pass every signal on.
  const child = spawn(command, args, {
    cwd,
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { child, ended, measured, printed: () => printed };
}
