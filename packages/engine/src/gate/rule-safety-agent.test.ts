import { describe, expect, it } from 'vitest';
import type { ToolCallRequest, ToolKind } from '../wire/tool-call-request.ts';
import { loadProfile } from '../policy/load-profile.ts';
import { RunHistory } from './provenance/run-history.ts';
import { RuleSafetyAgent } from './rule-safety-agent.ts';
import { SafetyGate } from './safety-gate.ts';

function judge(kind: ToolKind, profile: string, shadow?: string) {
  const history = new RunHistory();
  history.addUserText('I want my money back.');
  const request: ToolCallRequest = {
    tool_name: 'refund_payment',
    tool_kind: kind,
    args: { account: 'DE89370400440532013000', amount: 500 },
    user_intent: 'I want my money back.',
    call_id: 'c1',
    tool: {
      id: 'refund_payment',
      kind,
      name: 'refund_payment',
      description: 'Transfers money to an account.',
      definition_digest: 'd',
    },
  };
  return new SafetyGate(new RuleSafetyAgent({ shadow })).evaluate({ name: 'a' }, request, {
    run_id: 'run',
    user: 'owner',
    policyProfile: loadProfile(profile),
    capabilities: { agent_name: 'a', tool_names: [], skill_ids: [], mcp_capabilities: [] },
    history,
    counters: { writes: 0, spend: 0, consecutive_refusals: 0 },
  });
}

describe('RuleSafetyAgent', () => {
  it.each(['handoff', 'agent'] as const)(
    'does not evaluate a transfer (%s) by the name of the agent',
    async (kind) => {
      expect(await judge(kind, 'strict')).toMatchObject({ decision: 'allow', risk_level: 1 });
    },
  );

  it.each(['function', 'mcp', 'skill', 'hosted_mcp'] as const)(
    'evaluates a call of the kind %s',
    async (kind) => {
      expect((await judge(kind, 'balanced')).decision).not.toBe('allow');
    },
  );

  it('says of a tool of the provider only that its calls cannot be approved one by one', async () => {
    const { reason, rule_ids: rules } = await judge('hosted', 'balanced');
    expect(reason).toContain('The provider executes "refund_payment"');
    expect(rules?.[0]).toBe('hosted.has-effect');
    expect((await judge('function', 'balanced')).rule_ids).not.toContain('hosted.has-effect');
  });

  it('names the tool or the person of an origin only if there is one', async () => {
    const { sources } = await judge('function', 'balanced');
    expect(sources?.map(({ path, origin }) => [path, origin])).toEqual([
      ['account', 'model'],
      ['amount', 'model'],
    ]);
  });

  it('reports the decision of the shadow profile and applies the active one', async () => {
    const { decision, shadow } = await judge('function', 'balanced', 'strict');
    expect(decision).toBe((await judge('function', 'balanced')).decision);
    expect(shadow).toMatchObject({ profile: 'strict' });
  });
});
