import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { MemoryStateStore, openSqliteStateStore, type StoreWrite } from 'sekisho';
import { describeStateStore } from 'sekisho/testing/vitest';
import { NotifyingStateStore } from '../../../examples/custom-store/notifying-state-store.ts';
import { PROGRAM_ENVIRONMENT } from '../../../test/program-environment.ts';

const examples = join(import.meta.dirname, '../../../examples');
const folders = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const programs = folders.filter((name) => existsSync(join(examples, name, 'main.ts')));
const place = mkdtempSync(join(tmpdir(), 'sekisho-examples-test-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('the examples', () => {
  it('are the documented ones', () => {
    expect(programs).toEqual([
      'approve-and-resume',
      'custom-store',
      'customer-service',
      'fetch-handler',
      'local-model',
      'mcp-filesystem',
      'migrate',
      'poisoned-mail',
      'skills',
      'webhook-approval',
    ]);
  });

  it.each(programs)('verify themselves and leave no files behind: %s', async (name) => {
    const home = mkdtempSync(join(place, `${name}-`));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@sekisho/source', join(examples, name, 'main.ts')],
      { cwd: home, env: { ...PROGRAM_ENVIRONMENT, TMPDIR: home } },
    );
    expect(stdout.trim().split('\n').at(-1)).toMatch(/\.$/);
    expect(readdirSync(home)).toEqual([]);
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
