import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStateStore, SekishoError, type OpenStore, type StoreWrite } from '../src/index.ts';
import { functionCall } from '../src/testing/scripted-model.ts';
import { Effects, runnerThatHears } from './programs/mediation-stand.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-store-away-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** A store whose disk is full from the first write of a kind on, for some commits. */
function fullFrom(kind: StoreWrite['kind'], commits: number): OpenStore {
  let left = commits;
  let began = false;
  return async ({ link, clock }) => {
    const store = await openSqliteStateStore({ path: join(directory, 'state.db'), link, clock });
    const commit = store.commit.bind(store);
    store.commit = async (writes) => {
      began ||= writes.some((write) => write.kind === kind);
      if (!began || left === 0) return commit(writes);
      left -= 1;
      throw new SekishoError('AGENTS-E-STORE', 'The disk is full.');
    };
    return store;
  };
}

/** A run with one call that may not be repeated, on a store that is away for a while. */
async function runOn(store: OpenStore) {
  const effects = new Effects();
  const agent = effects.clerk([[functionCall('call_1', 'erase', { what: 'a' })]]);
  const runner = runnerThatHears('allow', { store, agents: [agent], auditMode: 'required' });
  const code = await runner.run(agent, 'Please erase a.').then(
    () => 'done',
    (error: unknown) => String(Reflect.get(Object(error), 'code')),
  );
  const statusNow = async () => (await runner.inspect().store.listRuns({})).rows[0]?.status;
  return { effects, runner, code, statusNow };
}

describe('when the store does not take the result of a call', () => {
  it.each([
    ['once', 1],
    ['and cannot store the end of the run either', 3],
  ])('%s, a person is asked what became of it, in the same process', async (_case, commits) => {
    const { effects, runner, code } = await runOn(fullFrom('effect.end', commits));
    expect(code).toBe('AGENTS-E-STORE');
    expect(effects.done).toEqual(['a']);
    for (let look = 0; look < 40 && (await runner.getPendingApprovals()).length === 0; look += 1) {
      await sleep(100);
      await runner.recoverRuns();
    }
    const [question] = await runner.getPendingApprovals();
    expect(question).toMatchObject({ kind: 'outcome', tool_id: 'erase' });
    const { token } = await runner.resolveOutcome(question?.approval_id ?? '', 'done', {
      by: { id: 'mika' },
    });
    await runner.resumeRun(question?.run_id ?? '', token);
    expect(effects.done).toEqual(['a']);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
    await runner.close();
  });
});

describe('when the store does not take the end of a run', () => {
  it.each([1, 2])(
    'the run is stored as failed once the store is back, after %i failures',
    async (commits) => {
      const { effects, runner, code, statusNow } = await runOn(fullFrom('run.finish', commits));
      expect(code).toBe('AGENTS-E-STORE');
      for (let look = 0; look < 40 && (await statusNow()) === 'running'; look += 1) await sleep(100);
      expect(await statusNow()).toBe('failed');
      expect(effects.done).toEqual(['a']);
      expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
      await runner.close();
    },
  );
});
