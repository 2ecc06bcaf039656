import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemoryStateStore, openSqliteStateStore, type StoreWrite } from 'sekisho';
import { describeStateStore } from 'sekisho/testing/vitest';
import { NotifyingStateStore } from '../../../examples/custom-store/notifying-state-store.ts';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';

const examples = join(import.meta.dirname, '../../../examples');
const folders = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const programs = folders.filter((name) => existsSync(join(examples, name, 'main.ts')));
/** An example that starts itself again in other processes. */
const ALONE = ['approve-and-resume'];
const place = mkdtempSync(join(tmpdir(), 'sekisho-examples-test-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('the examples', () => {
  it('are the documented ones', () => {
    expect(programs).toEqual([
      'ai-sdk',
      'approve-and-resume',
      'claude-agent',
      'custom-store',
      'customer-service',
      'fetch-handler',
      'fewer-questions',
      'langchain',
      'local-model',
      'mcp-filesystem',
      'migrate',
      'own-agent-loop',
      'poisoned-mail',
      'skills',
      'webhook-approval',
    ]);
  });

  it.each(ALONE)(
    'verify themselves and leave no files behind, in a process of their own: %s',
    async (name) => {
      const home = mkdtempSync(join(place, `${name}-`));
      const { stdout } = await run([join(examples, name, 'main.ts')], { cwd: home, temporary: home });
      expect(stdout.trim().split('\n').at(-1)).toMatch(/\.$/);
      expect(readdirSync(home)).toEqual([]);
    },
  );

  describe('in one process, which ends by itself', () => {
    const together = programs.filter((name) => !ALONE.includes(name));
    const temporary = mkdtempSync(join(place, 'temporary-'));
    let outputs: ReadonlyMap<string, string>;

    beforeAll(async () => {
      outputs = await runTogether(together, temporary);
    });

    it.each(together)('verify themselves: %s', (name) => {
      expect(outputs.get(name)?.trim().split('\n').at(-1)).toMatch(/\.$/);
    });

    it.each(['docs', 'docs/ja'])('print the figures of the guide in %s', (folder) => {
      const page = readFileSync(join(examples, '..', folder, 'guides/fewer-questions.md'), 'utf8');
      expect(page).toContain(`\`\`\`text\n${outputs.get('fewer-questions')}\`\`\`\n`);
    });

    it('leave no files behind', () => {
      expect(readdirSync(temporary)).toEqual([]);
      for (const name of together) expect(readdirSync(join(place, name))).toEqual(['program.ts']);
    });
  });

  it.each(programs)('state in their first line what they show: %s', (name) => {
    expect(readFileSync(join(examples, name, 'main.ts'), 'utf8')).toMatch(/^\/\/ Shows: .+\.\n/);
  });

  it('are all listed on their page', () => {
    const page = readFileSync(join(examples, 'README.md'), 'utf8');
    expect(folders.filter((name) => !page.includes(`| [${name}](${name}/`))).toEqual([]);
  });
});

describeStateStore(
  'The store of the example around memory',
  async ({ clock, link }) => new NotifyingStateStore(new MemoryStateStore({ clock, link }), () => {}),
);

describeStateStore('The store of the example around SQLite', async ({ clock, link, location }) => {
  const inner = await openSqliteStateStore({ path: join(place, `${location}.db`), clock, link });
  return new NotifyingStateStore(inner, () => {});
});

describe('the store of the example', () => {
  it('reports what was written, and nothing of a rejected batch', async () => {
    const reported: StoreWrite['kind'][] = [];
    const inner = new MemoryStateStore({ clock: () => 1, link: () => 'hash' });
    const store = new NotifyingStateStore(inner, ({ kind }) => reported.push(kind));
    const heartbeat = { kind: 'owner.beat', owner: 'one', application: 'shop', lease_ms: 10 } as const;
    await store.commit([heartbeat]);
    await store.commit([heartbeat, { kind: 'run.guard', run_id: 'run_unknown', epoch: 1 }]);
    expect(reported).toEqual(['owner.beat']);
  });
});

function run(
  args: readonly string[],
  { cwd, temporary }: { readonly cwd: string; readonly temporary: string },
) {
  return promisify(execFile)(process.execPath, ['--conditions=@sekisho/source', ...args], {
    cwd,
    env: { ...PROGRAM_ENVIRONMENT, TMPDIR: temporary },
  });
}

/** Runs the examples one after the other, each in a folder of its own, and returns their output. */
async function runTogether(
  names: readonly string[],
  temporary: string,
): Promise<ReadonlyMap<string, string>> {
  const places = names.map((name) => {
    const folder = join(place, name);
    mkdirSync(folder);
    const main = pathToFileURL(join(examples, name, 'main.ts')).href;
    writeFileSync(join(folder, 'program.ts'), `await import(${JSON.stringify(main)});\n`);
    return folder;
  });
  const program = join(import.meta.dirname, 'programs/run-pages.ts');
  const { stdout } = await run([program, ...places], { cwd: place, temporary });
  const lines: { folder: string; output: string }[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return new Map(lines.map(({ folder, output }) => [basename(folder), output]));
}
