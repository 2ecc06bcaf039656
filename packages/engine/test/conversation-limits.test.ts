import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createEngine,
  describeFunction,
  loadProfile,
  RuleSafetyAgent,
  type CreateEngineOptions,
  type Engine,
  type Run,
} from '../src/index.ts';
import { declareManifest } from '../src/integration.ts';
import { judge } from '../src/testing/judge.ts';

const AGENT = { name: 'clerk' };
const LIMITS = { writes: 2, spend: 100, refusals: 2 };
const PROFILE = loadProfile({ ...loadProfile('balanced'), limits: LIMITS });
const save = describeFunction({ name: 'save_note', manifest: declareManifest({ effect: 'write' }) });
const pay = describeFunction({
  name: 'pay',
  manifest: declareManifest({ effect: 'spend', arguments: { amount: 'amount' } }),
});
const SAVE = 'Please save a note.';

describe('the limits of a run that lasts for a conversation', () => {
  let directory: string;
  let keys = 0;
  const engines: Engine[] = [];

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'sekisho-limits-'));
  });

  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.close({ timeoutMs: 0 });
    rmSync(directory, { recursive: true, force: true });
  });

  function open(options: Partial<CreateEngineOptions> = {}): Engine {
    const engine = createEngine({
      safetyAgent: new RuleSafetyAgent(),
      store: { directory },
      application: 'test',
      integration: { name: 'plain' },
      policyStore: { getProfile: async () => PROFILE, setProfile: async () => {} },
      ...options,
    });
    engines.push(engine);
    return engine;
  }

  const openRun = (engine: Engine) => engine.openRun({ agent: 'clerk', key: 'chat 1' });

  async function stageOf(run: Run, tool = save, args = '{}'): Promise<string | undefined> {
    const key = `c${(keys += 1)}`;
    const [call] = await run.decideTurn({
      agent: AGENT,
      calls: [{ key, callId: key, tool, rawArguments: args }],
      visible: true,
    });
    if (call?.stage === 'allowed') await run.executeOnce(key, async () => 'done');
    await run.flush();
    return call?.stage;
  }

  async function denyPending(engine: Engine): Promise<void> {
    for (const { approval_id: id } of await engine.getPendingApprovals())
      await engine.decide(id, 'deny', { by: { id: 'mika' } });
  }

  it('counts the changes since the last text of the user', async () => {
    const run = await openRun(open());
    run.addUserText(SAVE);
    expect([await stageOf(run), await stageOf(run), await stageOf(run)]).toEqual([
      'allowed',
      'allowed',
      'waiting',
    ]);
    run.addUserText(SAVE);
    expect([await stageOf(run), await stageOf(run), await stageOf(run)]).toEqual([
      'allowed',
      'allowed',
      'waiting',
    ]);
  });

  it('still counts the changes since the last text when the run is opened again', async () => {
    const run = await openRun(open());
    run.addUserText(SAVE);
    await stageOf(run);
    await stageOf(run);
    await run.wait({ state: '' });
    const reopened = await openRun(open());
    expect(await stageOf(reopened)).toBe('waiting');
    reopened.addUserText(SAVE);
    expect(await stageOf(reopened)).toBe('allowed');
  });

  it.each(['in the same process', 'after a wait', 'after a crash'])(
    'counts the denials of people since the last text of the user, %s',
    async (where) => {
      let engine = open();
      let run = await openRun(engine);
      const isPending = async () => (await stageOf(run, pay, '{"amount":1}')) === 'waiting';
      const again = async () => {
        if (where === 'in the same process') return;
        if (where === 'after a wait') await run.wait({ state: '' });
        await engine.close();
        engine = open();
        run = await openRun(engine);
      };
      for (const text of ['Please look around.', 'Please look again.']) {
        run.addUserText(text);
        await run.flush();
        for (let count = 0; count < LIMITS.refusals; count += 1) {
          expect(await isPending()).toBe(true);
          await run.wait({ state: '' });
          await denyPending(engine);
          run = await openRun(engine);
        }
        await again();
        expect(await stageOf(run)).toBe('refused');
      }
      run.addUserText(SAVE);
      await run.flush();
      expect(await stageOf(run)).toBe('allowed');
      await again();
      expect(await stageOf(run)).toBe('allowed');
    },
  );

  it.each(['in the same process', 'after a wait', 'after a crash'])(
    'counts the denials of the gate since the last text of the user, %s',
    async (where) => {
      const options = {
        safetyAgent: judge('deny'),
        integration: { name: 'plain', onDeny: { maxDenials: 2 } },
      };
      let engine = open(options);
      let run = await openRun(engine);
      for (const text of ['One.', 'Two.', 'Three.']) {
        run.addUserText(text);
        await run.flush();
        expect(await stageOf(run)).toBe('refused');
        if (where === 'in the same process') continue;
        if (where === 'after a wait') await run.wait({ state: '' });
        await engine.close();
        engine = open(options);
        run = await openRun(engine);
      }
      await expect(stageOf(run)).rejects.toMatchObject({ code: 'AGENTS-E-GATE-DENIED' });
    },
  );

  it('counts all payments of the conversation', async () => {
    const run = await openRun(open());
    const payment = async () => {
      run.addUserText('Please pay 60.');
      return stageOf(run, pay, '{"amount":60}');
    };
    expect([await payment(), await payment()]).toEqual(['allowed', 'waiting']);
  });

  it('does not start again where the integration restores the history itself', async () => {
    const run = await openRun(open({ integration: { name: 'plain', historyKeptBy: 'integration' } }));
    run.addUserText(SAVE);
    await stageOf(run);
    await stageOf(run);
    run.addUserText(SAVE);
    expect(await stageOf(run)).toBe('waiting');
  });
});
