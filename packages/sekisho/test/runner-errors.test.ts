import { describe, expect, it } from 'vitest';
import { Agent, createGuardrailsTemplate, MemoryPolicyStore, type OpenStore } from '../src/index.ts';
import { MemoryStateStore } from '../../engine/src/store/memory/memory-state-store.ts';
import { functionCall, scriptedModel } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge, untyped } from './programs/mediation-fixtures.ts';

const DOWN = new Error('The policy server is down.');
const failure = { name: 'SekishoError', code: 'AGENTS-E-RUNNER', cause: DOWN };
const erase = [functionCall('call_1', 'erase', { what: 'a' })];

describe('AGENTS-E-RUNNER', () => {
  it.each([[undefined], [null], [{}], [{ name: 'Clerk' }], [{ name: 'Clerk', tools: [] }], ['Clerk'], [7]])(
    'reports that %j is not an agent',
    async (agent) => {
      const runner = runnerWithJudge('allow');
      await expect(runner.run(untyped<Agent>(agent), 'Please erase a.')).rejects.toMatchObject({
        name: 'SekishoError',
        code: 'AGENTS-E-RUNNER',
        message: expect.stringContaining('new Agent('),
      });
      await expect(runner.runStream(untyped<Agent>(agent), 'Please erase a.').next()).rejects.toMatchObject({
        code: 'AGENTS-E-RUNNER',
      });
    },
  );

  it('is AGENTS-E-RUNNER-CONFIG for an agent with guardrails that upstream does not read', async () => {
    const effects = new Effects();
    const agent = Object.assign(effects.clerk([erase]), { guardrails: createGuardrailsTemplate({}) });
    await expect(runnerWithJudge('allow').run(agent, 'Please erase a.')).rejects.toMatchObject({
      code: 'AGENTS-E-RUNNER-CONFIG',
      message: expect.stringContaining('inputGuardrails'),
    });
    expect(effects.done).toEqual([]);
  });

  it('reports that the policy of a new run could not be resolved, with the cause', async () => {
    const effects = new Effects();
    const policyStore = Object.assign(new MemoryPolicyStore(), { getProfile: () => Promise.reject(DOWN) });
    const runner = runnerWithJudge('allow', { policyStore });
    await expect(runner.run(effects.clerk([erase]), 'Please erase a.')).rejects.toMatchObject(failure);
    expect(effects.done).toEqual([]);
  });

  it('reports the same for a resumed run, which can be continued later', async () => {
    const effects = new Effects();
    const policyStore = new MemoryPolicyStore();
    const getProfile = policyStore.getProfile.bind(policyStore);
    const runner = runnerWithJudge('needs_human', { policyStore });
    const { run_id: runId, interruptions } = await runner.run(effects.clerk([erase]), 'Please erase a.');
    const decide = () =>
      runner.approveAndResume(runId, interruptions[0]?.approval_id ?? '', { decision: 'approve' });
    policyStore.getProfile = () => Promise.reject(DOWN);
    await expect(decide()).rejects.toMatchObject(failure);
    expect(effects.done).toEqual([]);
    policyStore.getProfile = getProfile;
    await decide();
    expect(effects.done).toEqual(['a']);
  });

  it('reports that the calls of a turn could not be planned, and none of them runs', async () => {
    const effects = new Effects();
    const open: OpenStore = ({ link, clock }) => {
      const store = new MemoryStateStore({ link, clock });
      store.listGrants = () => Promise.reject(DOWN);
      return store;
    };
    const runner = runnerWithJudge('needs_human', { store: open, secret: new Uint8Array(32).fill(1) });
    const turn = [...erase, functionCall('call_2', 'erase', { what: 'b' })];
    const agent = new Agent({ name: 'Clerk', tools: [effects.tool()], model: scriptedModel([turn]) });
    const { run_id, interruptions } = await runner.run(agent, 'Please erase a and b.');
    const [first] = interruptions;
    await expect(
      runner.approveAndResume(run_id, first?.approval_id ?? '', { decision: 'approve' }),
    ).rejects.toMatchObject(failure);
    expect(effects.done).toEqual([]);
    expect(await runner.getPendingApprovals()).toEqual([]);
    await runner.close();
  });
});
