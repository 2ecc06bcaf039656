import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../postgres/src/testing/index.ts';

const root = join(import.meta.dirname, '../../..');
const pageModel = pathToFileURL(join(import.meta.dirname, 'programs/page-model.ts')).href;
const run = promisify(execFile);

/** What each program must say. A page with more programs than lines here fails, and so does one with fewer. */
const SAID: Readonly<Record<string, readonly RegExp[]>> = {
  'README.md': [/Sunny in Kyoto\./, /old-draft\.txt[^]*Not today\.[^]*true\n$/],
  'docs/guides/approvals.md': [/If you approve[^]*was deleted\.[^]*Leave it\./],
  'docs/guides/policies-and-manifests.md': [/^allow .*needs_human/, /confirmed: false[^]*Sunny in Kyoto\./],
  'docs/guides/audit.md': [/gate\.decision allow[^]*\d+ records hold\.\ntrue\n$/],
  'docs/guides/skills.md': [
    /skill_id: 'tea'[^]*Never use boiling water[^]*cool to 70 degrees/,
    /^1\nerror coffee\/SKILL\.md AGENTS-E-SKILL-PARSE /,
  ],
  'docs/guides/migrate.md': [/Leave it\./],
  'docs/guides/operate.md': [/^0 0 0 0\n[^]*true \d+\n$/],
  'docs/guides/scale-out.md': [/^suspended\ntrue\n$/m],
  'docs/guides/write-a-dify-plugin.md': [/^\{"event":"heartbeat"/],
  'docs/guides/console.md': [/^[\w-]+ waits in the inbox\.\n$/],
  'docs/guides/providers.md': [/^openai false .*\nollama /, /refused[^]*AGENTS-E-COMPAT-UNSUPPORTED\n$/],
};

/** Pages whose blocks are not run: they speak of servers that are elsewhere. */
const NOT_RUN = ['docs/guides/mcp.md'];

const programs = Object.entries(SAID).flatMap(([page, said]) =>
  programsOf(page).map((program, index) => ({ page, index, program, said: said[index] })),
);

describe('the programs in the documentation', () => {
  let folder: string;
  let postgres: TestPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });

  afterAll(() => postgres.stop());

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sekisho-readme-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each(programs)('run: $page, program $index', async ({ page, program, said }) => {
    for (const { path, text } of filesOf(page)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const file = join(folder, 'program.ts');
    await writeFile(file, program);
    const running = run(process.execPath, ['--conditions=@sekisho/source', `--import=${pageModel}`, file], {
      cwd: folder,
      env: { PATH: process.env['PATH'], DATABASE_URL: postgres.url },
    });
    // A plugin works until nobody talks to it any more.
    running.child.stdin?.end();
    const { stdout } = await running;
    expect(stdout).toMatch(said ?? /^a program that nobody expects$/);
  });

  it.each(Object.entries(SAID))('are all known: %s', (page, said) => {
    expect(programsOf(page)).toHaveLength(said.length);
  });

  it('are run on every page that has one', () => {
    const pages = [
      ...readdirSync(join(root, 'docs/guides')).map((file) => `docs/guides/${file}`),
      'README.md',
    ];
    expect(pages.filter((page) => programsOf(page).length > 0).toSorted()).toEqual(
      [...Object.keys(SAID), ...NOT_RUN].toSorted(),
    );
  });

  it('are the same in both languages', () => {
    expect(programsOf('README.ja.md').map(withoutComments)).toEqual(
      programsOf('README.md').map(withoutComments),
    );
  });
});

const withoutComments = (program: string) => program.replaceAll(/ *\/\/ .*/g, '');

/** The blocks of a page; one that begins with an import begins a new program, and one marked "ts fragment" is none. */
function programsOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const found: string[] = [];
  for (const [, block = ''] of text.matchAll(/^```ts\n([^]*?)^```$/gm)) {
    if (block.startsWith('import ')) found.push(block);
    else found.push(`${found.pop() ?? ''}\n${block}`);
  }
  return found;
}

/** The files that a page shows with their path behind the language of the block; its programs find them. */
function filesOf(page: string): { path: string; text: string }[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```\w+ ([\w-]+\/[\w./-]+)\n([^]*?)^```$/gm)].map(
    ([, path = '', block = '']) => ({
      path,
      text: block,
    }),
  );
}
