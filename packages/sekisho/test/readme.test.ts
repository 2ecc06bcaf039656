import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPostgres } from '../../../test/shared-postgres.ts';
import { docPages, englishPageOf, EXCERPTS, programsOf, ROOT, shownFilesOf } from './programs/doc-pages.ts';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';

/** The expected output of each program. A page with more or fewer programs than entries here fails. */
const EXPECTED_OUTPUT: Readonly<Record<string, readonly RegExp[]>> = {
  'README.md': [/Sunny in Kyoto\./],
  'docs/quick-start.md': [
    /^1 approval request\nIf you approve[^]*was deleted\.[^]*\d+ records verified\.\n$/,
  ],
  'docs/ja/quick-start.md': [
    /^1 件の確認待ち\n承認すると[^]*を削除しました。[^]*\d+ 件の記録に改ざんはありません。\n$/,
  ],
  'docs/guides/integrations.md': [/^Noon\.\n$/],
  'docs/guides/ai-sdk.md': [/If you approve[^]*a\.txt/],
  'docs/guides/langchain.md': [/^Nothing is new\.\n$/],
  'docs/guides/fewer-questions.md': [/^1 questions for each task\n\[[^]*\[\]\n$/],
  'docs/guides/claude-agent.md': [/'PreToolUse', 'PostToolUse', 'PostToolUseFailure'/],
  'docs/guides/testing.md': [/^(?:.*"eve@evil\.example" comes from the text of read_mail.*\n){3}$/],
  'docs/guides/mail.md': [/^If you approve.*eve@evil\.example.*\n\[ 'ken@partner\.example' \]\n$/],
  'docs/guides/files.md': [
    /^If you approve.*contract\.pdf.*another item.*\n(?:contract\.pdf draft-2\.txt\n){2}$/,
  ],
  'docs/guides/customer-service.md': [/^\[ 'A-17: 42' \]\nIf you approve.*only from the words of a customer/],
  'docs/guides/streaming.md': [/^I look for old files\.\n1 call waits[^]*\nold-draft\.txt is gone\.\n$/],
  'docs/guides/handoffs.md': [/^billing asks for refund_order\.\n\{ order: 'A-17', refunded: 42 \}\n$/],
  'docs/guides/observability.md': [/^1 question, answered after [\d.]+ s\n$/],
  'docs/guides/approvals.md': [
    /If you approve[^]*was deleted\.[^]*run_[\w-]+ [^]*Once is enough\.[^]*Leave it\./,
  ],
  'docs/guides/policies-and-manifests.md': [
    /^allow .*needs_human/,
    /^mcp-server-git [\d.]+: 12 tools\n$/,
    /confirmed: false[^]*Sunny in Kyoto\./,
    /^allow\n$/,
    /^$/,
  ],
  'docs/guides/audit.md': [/gate\.decision allow[^]*\d+ records verified\.\ntrue\n$/],
  'docs/guides/mcp.md': [
    /read_text_file waits[^]*mcp:files\/read_text_file new[^]*Monday to Friday, 9 to 17[^]*true false\n$/,
  ],
  'docs/guides/skills.md': [
    /skill_id: 'tea'[^]*Never use boiling water[^]*cool to 70 degrees/,
    /skill_search[^]*Makes a pot of green tea/,
    /^\[ 'skill_tea', 'skill_read', 'skill_run' \]\n$/,
    /^1\nerror coffee\/SKILL\.md AGENTS-E-SKILL-PARSE /,
  ],
  'docs/guides/migrate.md': [/Leave it\./, /^startFromSaved\n$/],
  'docs/guides/operate.md': [/^key\.rotated true\ntrue\n$/, /^openai 0 0 0 0\n[^]*true \d+\n$/],
  'docs/guides/scale-out.md': [/^suspended\ntrue\n$/m],
  'docs/guides/console.md': [/^[\w-]+ waits in the inbox\.\n$/],
  'packages/postgres/README.md': [
    /^\[ 'run\.started', 'run\.finished' \]\n$/,
    /create table[^]*acme_app/i,
    /^0 0\n0 records were put away\.\n$/,
    /^$/,
  ],
  'packages/responses/README.md': [
    /こんにちは[^]*inputTokens/,
    /^http:\/\/127\.0\.0\.1:\d+\/v1\nfour \w+\n$/,
  ],
  'packages/sekisho/README.md': [/Sunny in Kyoto\./],
  'docs/guides/providers.md': [/^openai false .*\nollama /, /refused[^]*AGENTS-E-COMPAT-UNSUPPORTED\n$/],
};

/** A page whose programs another test runs, because it needs a daemon. */
const TESTED_ELSEWHERE = ['docs/guides/write-a-dify-plugin.md'];

/** Programs of the first pages, and programs that need their own process, are started alone; they must also end by themselves. */
const ALONE = ['README.md', 'docs/guides/scale-out.md'];

const run = promisify(execFile);
const start = (args: readonly string[], databaseUrl: string, cwd?: string) =>
  run(process.execPath, ['--conditions=@sekisho/source', `--import=${pageModel}`, ...args], {
    cwd,
    env: { ...PROGRAM_ENVIRONMENT, DATABASE_URL: databaseUrl },
  });
const pageModel = pathToFileURL(join(import.meta.dirname, 'programs/page-model.ts')).href;
const runPages = join(import.meta.dirname, 'programs/run-pages.ts');
const folders = mkdtempSync(join(tmpdir(), 'sekisho-readme-'));
afterAll(() => rmSync(folders, { recursive: true, force: true }));

const programs = Object.entries(EXPECTED_OUTPUT).flatMap(([page, output]) =>
  programsOf(page).map((program, index) => ({ page, index, program, output: output[index] })),
);
const isAlone = ({ page }: { readonly page: string }) => ALONE.includes(page);

describe('the programs in the documentation', () => {
  let postgres: Awaited<ReturnType<typeof sharedPostgres>>;
  let together: ReadonlyMap<string, string>;

  beforeAll(async () => {
    postgres = await sharedPostgres();
    together = await runTogether(await postgres.createDatabase('pages'));
  }, 180_000);

  afterAll(() => postgres.stop());

  it.each(programs.filter(isAlone))('run alone: $page, program $index', async (program) => {
    const folder = prepare(program);
    const { stdout } = await start([join(folder, 'program.ts')], postgres.url, folder);
    expect(stdout).toMatch(program.output ?? /^an unexpected program$/);
  });

  it.each(programs.filter((program) => !isAlone(program)))(
    'run: $page, program $index',
    ({ page, index, output }) => {
      expect(together.get(nameOf({ page, index }))).toMatch(output ?? /^an unexpected program$/);
    },
  );

  it.each(Object.entries(EXPECTED_OUTPUT))('are all listed: %s', (page, output) => {
    expect(programsOf(page)).toHaveLength(output.length);
  });

  it('are run on every page', async () => {
    const pages = (await docPages()).filter((page) => englishPageOf(page) === undefined);
    const expected = Object.keys(EXPECTED_OUTPUT).filter((page) => englishPageOf(page) === undefined);
    expect(pages.filter((page) => programsOf(page).length > 0)).toEqual(
      [...expected, ...TESTED_ELSEWHERE, ...EXCERPTS].toSorted(),
    );
  });

  it('are the same in both languages, except for the text', async () => {
    for (const page of await docPages()) {
      const translation = englishPageOf(page);
      if (translation === undefined) continue;
      expect([page, ...programsOf(page).map(withoutText)]).toEqual([
        page,
        ...programsOf(translation).map(withoutText),
      ]);
    }
  });
});

/** Runs the programs that need no separate process, and returns the output of each. */
async function runTogether(databaseUrl: string): Promise<ReadonlyMap<string, string>> {
  const byFolder = new Map(
    programs.filter((program) => !isAlone(program)).map((program) => [prepare(program), nameOf(program)]),
  );
  const { stdout } = await start([runPages, ...byFolder.keys()], databaseUrl);
  const lines: { folder: string; output: string }[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return new Map(lines.map(({ folder, output }) => [byFolder.get(folder) ?? folder, output]));
}

/** Creates the folder of a reader: the packages, the files that the page shows, and the program. */
function prepare(program: (typeof programs)[number]): string {
  const folder = mkdtempSync(join(folders, 'page-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const files = [
    { path: 'package.json', text: '{"type":"module"}' },
    { path: 'program.ts', text: program.program },
    ...shownFilesOf(program.page),
  ];
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const nameOf = ({ page, index }: { readonly page: string; readonly index: number }) => `${page} ${index}`;

/** Returns a program without comments, string literals and output language. */
const withoutText = (program: string) =>
  program
    .replaceAll(/ *\/\/ .*/g, '')
    .replaceAll(/`[^`]*`/g, "''")
    .replaceAll(/'([^'\n]*)'/g, (text, words: string) => (/^[\w./:@-]+$/.test(words) ? text : "''"))
    .replaceAll('prompt_ja', 'prompt');
