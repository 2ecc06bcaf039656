import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { context, ROOT_CONTEXT, trace, type Context, type ContextManager } from '@opentelemetry/api';
import { openSqliteStateStore } from 'sekisho';
import { assistantText, scriptedCall, type ScriptedStep } from 'sekisho/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startConsole } from './start-console.ts';
import { startProgram } from './start-program.ts';

const deletion: ScriptedStep = [scriptedCall('call_1', 'delete_file', { path: 'report.txt' })];

/** Starts a program on the store of a console. */
function startBeside(dataDir: string, steps: readonly ScriptedStep[]) {
  return startProgram({
    steps,
    secret: Buffer.from(readFileSync(join(dataDir, 'key'), 'utf8'), 'base64url'),
    store: ({ link, clock }) => openSqliteStateStore({ path: join(dataDir, 'state.db'), link, clock }),
  });
}

function contextManagerOf(active: Context): ContextManager {
  const manager: ContextManager = {
    active: () => active,
    with: (_context, act, self, ...args) => Reflect.apply(act, self, args),
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}

describe('a run of another program on the same store', () => {
  it('shows what the engine logged, and null for what it does not store', async () => {
    const { call, dataDir } = await startConsole({ DEMO: 'off' });
    const { runner, janitor } = startBeside(dataDir, [[assistantText('first and last')]]);
    const { run_id: runId } = await runner.run(janitor, 'Is everything tidy?');
    await runner.close();
    const known = {
      run_id: runId,
      agent_name: 'janitor',
      status: 'done',
      state: 'done',
      user_intent: 'Is everything tidy?',
      started_by: null,
      scenario: null,
      tokens: { input: 11, output: 3 },
      cost_usd: null,
    };
    expect((await call('GET', '/api/runs')).json.items).toMatchObject([known]);
    const { json } = await call('GET', `/api/runs/${runId}`);
    expect(json).toMatchObject({ ...known, is_recorded: false, model_calls: 1, final_output: null });
    expect(json.spans).toMatchObject([{ kind: 'run', status: 'ok' }]);
  });

  it('links to its trace, and has a cost with a price', async () => {
    const { call, dataDir } = await startConsole({
      DEMO: 'off',
      TOKEN_PRICES: '*:1000:2000',
      TRACE_URL: 'https://traces.example/{trace_id}?all',
    });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const active = trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: 'b7ad6b7169203331', traceFlags: 1 });
    context.setGlobalContextManager(contextManagerOf(active));
    onTestFinished(() => context.disable());
    const { runner, janitor } = startBeside(dataDir, [[assistantText('first and last')]]);
    const { run_id: runId } = await runner.run(janitor, 'Is everything tidy?');
    await runner.close();
    expect((await call('GET', `/api/runs/${runId}`)).json).toMatchObject({
      trace_id: traceId,
      trace_url: `https://traces.example/${traceId}?all`,
      cost_usd: 0.017,
    });
  });

  it('that is suspended shows its approval request, its calls and the number of model responses', async () => {
    const { call, dataDir, pending } = await startConsole({ DEMO: 'off' });
    const { runner, janitor } = startBeside(dataDir, [deletion]);
    const { run_id: runId } = await runner.run(janitor, 'Please tidy up.');
    expect((await call('GET', `/api/runs/${runId}`)).json).toMatchObject({
      status: 'suspended',
      waiting: 1,
      tokens: { input: 11, output: 3 },
      is_recorded: false,
      model_calls: 1,
    });
    const [question] = await pending(runId);
    const decided = await call('POST', `/api/approvals/${question.approval_id}/decision`, {
      decision: 'approve',
      action_digest: question.action_digest,
    });
    expect(decided.json.resume).toBe('elsewhere');
    await runner.resumeWhenDecided(runId);
    await runner.close();
    const { json } = await call('GET', `/api/runs/${runId}`);
    expect(json).toMatchObject({
      status: 'done',
      waiting: 0,
      tokens: { input: 22, output: 6 },
      model_calls: 2,
    });
    const kinds = json.spans.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['turn', 'gate', 'wait', 'resume', 'tool']));
  });

  it('that failed shows the reason and the number of model responses', async () => {
    const { call, dataDir } = await startConsole({ DEMO: 'off' });
    const { runner, janitor } = startBeside(dataDir, [
      () => {
        throw new Error('The model is down.');
      },
    ]);
    await expect(runner.run(janitor, 'Please tidy up.')).rejects.toThrow('The model is down.');
    await runner.close();
    const { items } = (await call('GET', '/api/runs')).json;
    expect(items).toMatchObject([{ status: 'failed', tokens: null }]);
    const { json } = await call('GET', `/api/runs/${items[0].run_id}`);
    expect(json).toMatchObject({ is_recorded: false, model_calls: 0 });
    expect(json.spans[0].detail.reason).toContain('The model is down.');
  });
});
