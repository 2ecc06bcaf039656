import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeOnEachStore, type StoreLocation } from '../each-store.ts';
import { openMailApplication } from '../programs/open-mail-application.ts';
import { startConsole, until } from './start-console.ts';

type Line = { at: number; event: string };

const PROGRAM = join(import.meta.dirname, '../programs/mail-program.ts');

/** Starts a real process of the application "shop". */
function startProgram({ dataDir, env }: Pick<StoreLocation, 'dataDir' | 'env'>, how: string) {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--conditions=@sekisho/source', PROGRAM, dataDir, how],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: Line[] = [];
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  const said = async (event: string) => {
    await until(async () => lines.some((line) => line.event === event), 30_000);
    return lines.find((line) => line.event === event);
  };
  return { child, said, ended: once(child, 'close') };
}

/** Starts a run of the application "shop" that waits for an approval when the application ends. Returns its id. */
async function requestApproval({ dataDir, env }: Pick<StoreLocation, 'dataDir' | 'env'>): Promise<string> {
  const { agent, runner, close } = openMailApplication(dataDir, env, () => undefined);
  const { run_id: runId } = await runner.run(agent, 'Write to Ann.');
  await close();
  return runId;
}

/** Executes the decided run in a worker of the application, which opens it again. */
async function workUntilEnded({ dataDir, env }: Pick<StoreLocation, 'dataDir' | 'env'>): Promise<void> {
  const { runner, close } = openMailApplication(dataDir, env, () => undefined);
  const ended = Promise.withResolvers<void>();
  const worker = await runner.segments.work({ onOutcome: () => ended.resolve() });
  await ended.promise;
  await worker.stop();
  await close();
}

const sentBy = (dataDir: string) =>
  existsSync(join(dataDir, 'sent.txt')) ? readFileSync(join(dataDir, 'sent.txt'), 'utf8') : '';

describeOnEachStore('a program whose agent has the name of a demo agent', (createLocation) => {
  /** Waits for the request of the program and decides it in the console. */
  async function ask(demo: string) {
    const location = await createLocation();
    const console = await startConsole({ ...location.env, DEMO: demo }, { dataDir: location.dataDir });
    await console.console.start();
    const runId = await requestApproval(location);
    const decide = async () => {
      const [question] = await console.pending(runId);
      const { json } = await console.call('POST', `/api/approvals/${question.approval_id}/decision`, {
        decision: 'approve',
        action_digest: question.action_digest,
      });
      return { ...json, decidedAt: Date.now() };
    };
    const run = async () => (await console.call('GET', `/api/runs/${runId}`)).json;
    return { ...console, location, runId, decide, run };
  }

  describe.each(['on', 'playground', 'off'])('with DEMO=%s', (demo) => {
    it('executes its own tool once, and never the simulated one', async () => {
      const { location, runId, decide, run, call } = await ask(demo);
      expect(await decide()).toMatchObject({ resume: 'offline', application: 'shop' });
      expect(await run()).toMatchObject({
        application: 'shop',
        status: 'running',
        waits_for: 'program',
        is_application_running: false,
      });
      expect(sentBy(location.dataDir)).toBe('');
      await workUntilEnded(location);
      expect(sentBy(location.dataDir)).toBe('ann@example.com\n');
      expect(await run()).toMatchObject({ status: 'done', waits_for: null });
      const { items } = (await call('GET', `/api/audit?run_id=${runId}`)).json;
      const events = items.map(({ event }: { event: string }) => event);
      expect(events.filter((event: string) => event === 'tool.start')).toHaveLength(1);
    });
  });

  it.each(['worker', 'waiting for the run'])(
    'resumes soon after a decision when a process is running: %s',
    async (how) => {
      const { location, runId, decide, run } = await ask('off');
      const program = startProgram(location, how === 'worker' ? 'worker' : runId);
      await program.said('working');
      await until(async () => (await run()).is_application_running);
      const { resume, decidedAt } = await decide();
      expect(resume).toBe('elsewhere');
      const sent = await program.said('sent');
      // Without change detection, a worker would find decided runs only after a minute.
      expect((sent?.at ?? Infinity) - decidedAt).toBeLessThan(5000);
      await program.ended;
      expect(sentBy(location.dataDir)).toBe('ann@example.com\n');
      expect(await run()).toMatchObject({ status: 'done' });
    },
  );
});

describe('the demo', () => {
  it('has agents and tasks in an empty store, and none with DEMO=off or on a database', async () => {
    const own = await startConsole();
    expect((await own.call('GET', '/api/playground')).json.scenarios).not.toEqual([]);
    const off = await startConsole({ DEMO: 'off' });
    expect((await off.call('GET', '/api/playground')).json.scenarios).toEqual([]);
    expect((await off.call('GET', '/api/tools')).json.items).toEqual([]);
    const started = await off.call('POST', '/api/playground/runs', {
      scenario: 'mail-poisoned',
      language: 'en',
    });
    expect(started.status).toBe(404);
  });

  it('has no agents and no tasks in a store that contains runs of other applications', async () => {
    const first = await startConsole({ DEMO: 'off' });
    await requestApproval({ dataDir: first.dataDir, env: {} });
    await first.stop();
    const second = await startConsole({}, { dataDir: first.dataDir });
    await second.console.start();
    expect((await second.call('GET', '/api/playground')).json.scenarios).toEqual([]);
    expect((await second.call('GET', '/api/tools')).json.items).toEqual([]);
    expect((await second.call('GET', '/api/runs')).json.items).toMatchObject([{ application: 'shop' }]);
    await second.stop();
    const third = await startConsole({ DEMO: 'on' }, { dataDir: first.dataDir });
    expect((await third.call('GET', '/api/playground')).json.scenarios).not.toEqual([]);
  });
});
