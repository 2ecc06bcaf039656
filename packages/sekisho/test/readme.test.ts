import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../postgres/src/testing/index.ts';
import { blocksOf, docPages, programsOf, readPage, ROOT, shownFilesOf } from './programs/doc-pages.ts';

const pageModel = pathToFileURL(join(import.meta.dirname, 'programs/page-model.ts')).href;
const run = promisify(execFile);

/** What each program must say. A page with more programs than lines here fails, and so does one with fewer. */
const SAID: Readonly<Record<string, readonly RegExp[]>> = {
  'README.md': [/Sunny in Kyoto\./, /old-draft\.txt[^]*Not today\.[^]*true\n$/],
  'docs/ja/quick-start.md': [
    /^1 件の確認待ち\n承認すると[^]*を削除しました。[^]*\d+ 件の記録に改ざんはありません。\n$/,
  ],
  'docs/guides/approvals.md': [/If you approve[^]*was deleted\.[^]*Leave it\./],
  'docs/guides/policies-and-manifests.md': [/^allow .*needs_human/, /confirmed: false[^]*Sunny in Kyoto\./],
  'docs/guides/audit.md': [/gate\.decision allow[^]*\d+ records hold\.\ntrue\n$/],
  'docs/guides/mcp.md': [
    /read_text_file waits[^]*mcp:files\/read_text_file new[^]*Monday to Friday, 9 to 17[^]*true false\n$/,
  ],
  'docs/guides/skills.md': [
    /skill_id: 'tea'[^]*Never use boiling water[^]*cool to 70 degrees/,
    /^1\nerror coffee\/SKILL\.md AGENTS-E-SKILL-PARSE /,
  ],
  'docs/guides/migrate.md': [/Leave it\./],
  'docs/guides/operate.md': [/^key\.rotated true\ntrue\n$/, /^0 0 0 0\n[^]*true \d+\n$/],
  'docs/guides/scale-out.md': [/^suspended\ntrue\n$/m],
  'docs/guides/console.md': [/^[\w-]+ waits in the inbox\.\n$/],
  'docs/guides/providers.md': [/^openai false .*\nollama /, /refused[^]*AGENTS-E-COMPAT-UNSUPPORTED\n$/],
};

/** Pages whose programs another test runs: a page with a daemon to talk to, and the twin of a page in the other language. */
const ELSEWHERE = ['docs/guides/write-a-dify-plugin.md', 'README.ja.md'];

/** Pages that show excerpts of sources as examples to follow. */
const EXCERPTS = ['STYLE.md'];

/** What a block may be: a program, or plainly none. */
const LABELS = /^(?:ts|sh|json|(?:text|md)(?: [\w-]+\/[\w./-]+)?)$/;

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
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each(programs)('run: $page, program $index', async ({ page, program, said }) => {
    for (const { path, text } of shownFilesOf(page)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const file = join(folder, 'program.ts');
    await writeFile(file, program);
    const { stdout } = await run(
      process.execPath,
      ['--conditions=@sekisho/source', `--import=${pageModel}`, file],
      {
        cwd: folder,
        env: { PATH: process.env['PATH'], DATABASE_URL: postgres.url },
      },
    );
    expect(stdout).toMatch(said ?? /^a program that nobody expects$/);
  });

  it.each(Object.entries(SAID))('are all known: %s', (page, said) => {
    expect(programsOf(page)).toHaveLength(said.length);
  });

  it('are run on every page, and nothing that could be run is called something else', async () => {
    const pages = await docPages();
    const blocks = pages.flatMap(blocksOf);
    expect(blocks.length).toBeGreaterThan(40);
    // A block in a list is easily overlooked, also by the line above.
    expect(pages.filter((page) => /^ +```[jt]s/m.test(readPage(page)))).toEqual([]);
    const unknown = blocks.filter(({ label }) => !LABELS.test(label));
    expect(unknown.map(({ page, line, label }) => `${page}:${line} "${label}"`)).toEqual([]);
    expect(pages.filter((page) => programsOf(page).length > 0)).toEqual(
      [...Object.keys(SAID), ...ELSEWHERE, ...EXCERPTS].toSorted(),
    );
  });

  it.each(['README.md', 'README.ja.md'])(
    'say on the first screen what they say when they run: %s',
    async (page) => {
      const file = join(ROOT, 'examples/poisoned-mail/main.ts');
      const { stdout } = await run(process.execPath, ['--conditions=@sekisho/source', file]);
      const shown = blocksOf(page).find(({ label }) => label === 'text')?.text ?? 'nothing';
      expect(withoutSpaces(stdout)).toContain(withoutSpaces(shown));
    },
  );

  it('are the same in both languages', () => {
    expect(programsOf('README.ja.md').map(withoutComments)).toEqual(
      programsOf('README.md').map(withoutComments),
    );
  });
});

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');

const withoutComments = (program: string) => program.replaceAll(/ *\/\/ .*/g, '');
