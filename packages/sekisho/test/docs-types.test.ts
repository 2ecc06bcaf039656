import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docPages, EXCERPTS, programsOf, ROOT } from './programs/doc-pages.ts';

/** The strictest compiler options that a reader's project may use. */
const SETTINGS = {
  extends: join(ROOT, 'tsconfig.test.json'),
  compilerOptions: { typeRoots: ['node_modules/@types'], noUnusedLocals: true },
  include: ['*.ts'],
};

/** A program whose only error is a type error, to prove that the compiler checks the files. */
const WRONG = `import { createRunner, RuleSafetyAgent } from 'sekisho';
createRunner({ safetyAgent: new RuleSafetyAgent(), careless: true });
`;

describe('the types of the programs in the documentation', async () => {
  const pages = (await docPages()).filter((page) => !EXCERPTS.includes(page));
  const programs = pages.flatMap((page) =>
    programsOf(page).map((text, index) => ({
      page,
      index,
      file: `${page.replaceAll(/\W/g, '-')}-${index}.ts`,
      text,
    })),
  );
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sekisho-types-')));
  let errors: readonly string[];

  beforeAll(async () => {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(SETTINGS));
    for (const { file, text } of [...programs, { file: 'wrong.ts', text: WRONG }])
      writeFileSync(join(folder, file), text);
    const compiler = join(ROOT, 'node_modules/.bin/tsc');
    const child = spawn(compiler, ['-p', folder, '--pretty', 'false'], { cwd: folder });
    const [output] = await Promise.all([readText(child.stdout), once(child, 'close')]);
    errors = output.trim().split('\n');
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // Errors of the sources are reported by `npm run typecheck`.
  const errorsOf = (file: string) => errors.filter((line) => line.startsWith(`${file}(`));

  it('are checked', () => {
    expect(programs.length).toBeGreaterThan(25);
    expect(errorsOf('wrong.ts')).toEqual([expect.stringMatching(/careless/)]);
  });

  it.each(programs)('are correct: $page, program $index', ({ file }) => {
    expect(errorsOf(file)).toEqual([]);
  });
});
