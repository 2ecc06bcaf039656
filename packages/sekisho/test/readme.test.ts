import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const pageModel = pathToFileURL(join(import.meta.dirname, 'programs/page-model.ts')).href;
const run = promisify(execFile);

/** What each program must say. A page with more programs than lines here fails, and so does one with fewer. */
const SAID: Readonly<Record<string, readonly RegExp[]>> = {
  'README.md': [/Sunny in Kyoto\./, /old-draft\.txt[^]*Not today\.[^]*true\n$/],
  'docs/guides/approvals.md': [/If you approve[^]*was deleted\.[^]*Leave it\./],
  'docs/guides/policies-and-manifests.md': [/^allow .*needs_human/, /confirmed: false[^]*Sunny in Kyoto\./],
  'docs/guides/audit.md': [/gate\.decision allow[^]*\d+ records hold\.\ntrue\n$/],
};

const programs = Object.entries(SAID).flatMap(([page, said]) =>
  programsOf(page).map((program, index) => ({ page, index, program, said: said[index] })),
);

describe('the programs in the documentation', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sekisho-readme-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each(programs)('run: $page, program $index', async ({ program, said }) => {
    const file = join(folder, 'program.ts');
    await writeFile(file, program);
    const { stdout } = await run(
      process.execPath,
      ['--conditions=@sekisho/source', `--import=${pageModel}`, file],
      { cwd: folder, env: { PATH: process.env['PATH'] } },
    );
    expect(stdout).toMatch(said ?? /^a program that nobody expects$/);
  });

  it.each(Object.entries(SAID))('are all known: %s', (page, said) => {
    expect(programsOf(page)).toHaveLength(said.length);
  });

  it('are the same in both languages', () => {
    expect(programsOf('README.ja.md').map(withoutComments)).toEqual(
      programsOf('README.md').map(withoutComments),
    );
  });
});

const withoutComments = (program: string) => program.replaceAll(/ *\/\/ .*/g, '');

/** The blocks of a page; one that begins with an import begins a new program. */
function programsOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const found: string[] = [];
  for (const [, block = ''] of text.matchAll(/^```ts\n([^]*?)^```$/gm)) {
    if (block.startsWith('import ')) found.push(block);
    else found.push(`${found.pop() ?? ''}\n${block}`);
  }
  return found;
}
