import { describe, expect, it } from 'vitest';
import type { GateDecision } from '../wire/gate-decision.ts';
import type { ToolCallRequest } from '../wire/tool-call-request.ts';
import { loadProfile } from '../policy/load-profile.ts';
import { RunHistory } from './provenance/run-history.ts';
import { SafetyAgent, type GateContext } from './safety-agent.ts';
import { SafetyGate } from './safety-gate.ts';
import { stricterDecision } from './stricter-decision.ts';
import { expectWarnings } from '../../../../test/expected-warnings.ts';

expectWarnings('AGENTS-E-GATE-EVAL');

const request: ToolCallRequest = {
  tool_name: 'delete_file',
  tool_kind: 'function',
  args: { path: '/x' },
  user_intent: '',
  call_id: 'c1',
  tool: { id: 'delete_file', kind: 'function', name: 'delete_file', definition_digest: 'd' },
};

const context = (profile: string): GateContext => ({
  run_id: 'run',
  user: 'owner',
  policyProfile: loadProfile(profile),
  capabilities: { agent_name: 'a', tool_names: [], skill_ids: [], mcp_capabilities: [] },
  history: new RunHistory(),
  counters: { writes: 0, spend: 0, consecutive_refusals: 0 },
});

const gateWith = (answer: () => unknown, timeoutMs = 30) =>
  new SafetyGate(new SafetyAgent(answer as () => GateDecision), { timeoutMs });

describe('SafetyGate', () => {
  it.each([
    ['is silent', async () => undefined],
    ['answers in prose', async () => 'looks fine to me'],
    ['invents a verdict', async () => ({ decision: 'probably', risk_level: 1, reason: '' })],
    ['forgets the risk', async () => ({ decision: 'allow', reason: 'fine' })],
    ['invents a risk', async () => ({ decision: 'allow', risk_level: 0, reason: 'fine' })],
    [
      'throws',
      () => {
        throw new Error('model down');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('model down');
      },
    ],
    ['never answers', () => new Promise(() => {})],
    [
      'responds too late',
      // Much later: the timers of a process that stood still fire in any order.
      () =>
        new Promise((resolve) => {
          setTimeout(resolve, 20_000, { decision: 'allow', risk_level: 1, reason: '' }).unref();
        }),
    ],
  ])('throws AGENTS-E-GATE-EVAL when the safety agent %s', async (_case, answer) => {
    const work = gateWith(answer).evaluate({ name: 'a' }, request, context('balanced'));
    await expect(work).rejects.toMatchObject({
      name: 'SekishoError',
      code: 'AGENTS-E-GATE-EVAL',
      cause: expect.any(Error),
    });
  });

  it.each([
    ['strict', 2, 'allow'],
    ['strict', 3, 'needs_human'],
    ['balanced', 3, 'allow'],
    ['balanced', 4, 'needs_human'],
    ['fast', 4, 'allow'],
    ['fast', 5, 'needs_human'],
  ] as const)('applies the profile %s to an allow of risk %d: %s', async (profile, risk_level, expected) => {
    const gate = gateWith(() => ({ decision: 'allow', risk_level, reason: 'fine' }));
    expect(await gate.evaluate({ name: 'a' }, request, context(profile))).toMatchObject({
      decision: expected,
    });
  });

  it('masks a secret in the reason of a custom judge', async () => {
    const reason = 'It sends password=hunter22 away.';
    const gate = gateWith(() => ({ decision: 'deny', risk_level: 1, reason, reason_ja: reason }));
    const decision = await gate.evaluate({ name: 'a' }, request, context('fast'));
    expect(JSON.stringify(decision)).not.toContain('hunter22');
    expect(decision.reason).toBe('It sends password=[masked] away.');
  });

  it('limits any object with evaluate() by the profile, regardless of its properties', async () => {
    const judge = {
      appliesProfile: true,
      allowsAll: true,
      answer: { decision: 'allow', risk_level: 4, reason: 'fine' } as const,
      evaluate() {
        return this.answer;
      },
    };
    expect(await new SafetyGate(judge).evaluate({ name: 'a' }, request, context('balanced'))).toMatchObject({
      decision: 'needs_human',
    });
  });

  it('completes a call from outside of a run, and passes on what the call has', async () => {
    const seen: unknown[] = [];
    const agent = new SafetyAgent(
      (_agent, { call_id: id, user_intent: intent, tool }, { run_id: run, user }) => {
        seen.push([id, intent, tool.id, run, user]);
        return { decision: 'deny', risk_level: 1, reason: 'no' };
      },
    );
    const gate = new SafetyGate(agent, { describeTools: async () => [request.tool] });
    const { tool_name, tool_kind, args } = request;
    const policyProfile = loadProfile('balanced');
    await gate.evaluate({ name: 'a' }, { tool_name, tool_kind, args }, { policyProfile });
    const more = { call_id: 'c7', user_intent: 'Delete it.' };
    const named = { policyProfile, run_id: 'r7', user: 'customer' } as const;
    await gate.evaluate({ name: 'a' }, { tool_name, tool_kind, args, ...more }, named);
    expect(seen).toEqual([
      ['', '', 'delete_file', '', 'owner'],
      ['c7', 'Delete it.', 'delete_file', 'r7', 'customer'],
    ]);
  });

  it('does not read the tools of the agent for a call that is complete', async () => {
    const agent = new SafetyAgent(() => ({ decision: 'deny', risk_level: 1, reason: 'no' }));
    const describeTools = () => Promise.reject(new Error('The server is down.'));
    const gate = new SafetyGate(agent, { describeTools });
    expect(await gate.evaluate({ name: 'a' }, request, context('fast'))).toMatchObject({ decision: 'deny' });
  });

  it('never loosens a denial', async () => {
    const gate = gateWith(() => ({ decision: 'deny', risk_level: 1, reason: 'no' }));
    expect(await gate.evaluate({ name: 'a' }, request, context('fast'))).toMatchObject({ decision: 'deny' });
  });
});

describe('stricterDecision', () => {
  const decide = (
    decision: GateDecision['decision'],
    risk_level: GateDecision['risk_level'],
  ): GateDecision => ({
    decision,
    risk_level,
    reason: decision,
  });

  it.each([
    ['allow', 'deny', 'deny'],
    ['deny', 'allow', 'deny'],
    ['needs_human', 'allow', 'needs_human'],
    ['allow', 'needs_human', 'needs_human'],
    ['needs_human', 'deny', 'deny'],
    ['allow', 'allow', 'allow'],
  ] as const)('%s and %s give %s', (first, second, expected) => {
    expect(stricterDecision(decide(first, 1), decide(second, 4))).toMatchObject({
      decision: expected,
      risk_level: 4,
    });
  });
});
