import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RuleSafetyAgent } from '../../../engine/src/gate/rule-safety-agent.ts';
import { SafetyAgent } from '../../../engine/src/gate/safety-agent.ts';
import { Agent } from '../openai-agents/upstream.ts';
import { createRunner } from './create-runner.ts';
import { doctor, status } from './diagnostics.ts';
import { getProvider } from './providers.ts';
import { functionCall, scriptedModel } from '../testing/scripted-model.ts';
import { tool } from './tool.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-doctor-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const named = (name: string, needsApproval = false) =>
  tool({
    name,
    description: 'Looks.',
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
    needsApproval,
    execute: async () => 'seen',
  });
const look = named('look');

describe('status', () => {
  it('reports the state of the runner', async () => {
    const agents = [new Agent({ name: 'scout', tools: [look] })];
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: { directory }, agents });
    runner.setPolicyProfile({ name: 'strict' });
    expect(await status(runner)).toEqual({
      provider: 'openai',
      policy: 'strict',
      agents: ['scout'],
      agent_providers: { scout: 'default' },
      registered_tools: 1,
      store: 'durable',
      pending_approvals: 0,
      audit_records: 0,
      queue: { waiting: 0, oldest_wait_ms: 0, abandoned: 0 },
    });
    await runner.close();
  });

  it.each([
    ['openai', undefined],
    ['ollama', 'ollama'],
    ['unknown', 'telepathy'],
  ])('reports the provider %s when AGENTS_MODEL_PROVIDER is %s', async (expected, name) => {
    vi.stubEnv('AGENTS_MODEL_PROVIDER', name);
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory' });
    expect((await status(runner)).provider).toBe(expected);
    vi.unstubAllEnvs();
  });

  it('reports the origin of the model of each agent', async () => {
    const agents = [
      new Agent({ name: 'local', model: getProvider('ollama').getModel('qwen') }),
      new Agent({ name: 'remote', model: getProvider('openai', { apiKey: 'key' }).getModel('gpt') }),
      new Agent({ name: 'own', model: scriptedModel([]) }),
      new Agent({ name: 'named', model: 'gpt' }),
    ];
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory', agents });
    expect((await status(runner)).agent_providers).toEqual({
      local: 'ollama',
      remote: 'openai',
      own: 'custom',
      named: 'default',
    });
  });
});

describe('doctor', () => {
  it('reports no error for a new runner', async () => {
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: { directory } });
    const report = await doctor(runner);
    expect(report.findings.filter(({ level }) => level === 'error')).toEqual([]);
    expect(report.findings.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['node.version', 'store.writes', 'audit.chain']),
    );
    await runner.close();
  });

  it.each([
    ['no user is declared', {}, ['user.undeclared']],
    ['the runner declares one', { user: 'owner' }, []],
    ['the agent declares one', { agentUsers: { teller: 'customer' } }, []],
  ] as const)('warns about an agent that can spend when %s', async (_case, options, expected) => {
    const pay = named('pay');
    const agents = [
      new Agent({ name: 'teller', tools: [pay, look] }),
      new Agent({ name: 'scout', tools: [look] }),
    ];
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory', agents, ...options });
    const { findings } = await doctor(runner);
    const found = findings.filter(({ id }) => id === 'user.undeclared');
    expect(found.map(({ id }) => id)).toEqual(expected);
    for (const { level, found: text, remedy } of found) {
      expect(level).toBe('warning');
      expect(text.en).toContain('"teller" can spend or administer (pay)');
      expect(text.ja).toContain('「teller」');
      expect(remedy?.en).toContain('agentUsers: { "teller": \'customer\' }');
    }
    await runner.close();
  });

  it('reports a key file that other users can read', async () => {
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: { directory } });
    chmodSync(join(directory, 'key'), 0o644);
    const { ok, findings } = await doctor(runner);
    expect(ok).toBe(false);
    expect(findings.find(({ id }) => id === 'key.permissions')).toMatchObject({
      level: 'error',
      remedy: { en: expect.stringContaining('chmod 600'), ja: expect.stringContaining('chmod 600') },
    });
    await runner.close();
  });

  it('reports a judge that allows every call', async () => {
    const runner = createRunner({ safetyAgent: SafetyAgent.allowAll(), store: 'memory' });
    expect((await doctor(runner)).findings).toContainEqual(
      expect.objectContaining({ id: 'gate.allow-all', level: 'error' }),
    );
  });

  it('reports an unusable store as a finding instead of throwing', async () => {
    const runner = createRunner({
      safetyAgent: new RuleSafetyAgent(),
      secret: new Uint8Array(32),
      store: () => Promise.reject(new Error('no such server')),
    });
    const { ok, findings } = await doctor(runner);
    expect(ok).toBe(false);
    expect(findings.find(({ id }) => id === 'store.writes')).toMatchObject({
      level: 'error',
      found: { en: expect.stringContaining('no such server') },
    });
  });

  it('reports runs that no worker claims and decided runs that no process resumed', async () => {
    let now = Date.now();
    const model = scriptedModel([[functionCall('c1', 'ask', {})]]);
    const ask = named('ask', true);
    const runner = createRunner({
      safetyAgent: new RuleSafetyAgent(),
      store: { directory },
      clock: () => now,
    });
    await runner.segments.start('unregistered', 'Go.');
    const { interruptions } = await runner.run(new Agent({ name: 'asker', model, tools: [ask] }), 'Go.');
    await runner.submitApproval(interruptions[0]?.approval_id ?? '', 'approve');
    now += 61_000;
    expect(await status(runner)).toMatchObject({ queue: { waiting: 1, oldest_wait_ms: 61_000 } });
    const { findings } = await doctor(runner);
    expect(findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['runs.queued', 'runs.stuck']));
    expect(findings.map(({ id }) => id)).not.toContain('runs.abandoned');
    await runner.close();
  });
});
