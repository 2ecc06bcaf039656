import { RunContext, tool as makeTool } from '@openai/agents-core';
import { hasDynamicFunctionToolApprovalPolicy } from '@openai/agents-core/utils/internal';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ReadOnlyMediator } from './patch-run-state.ts';
import { gateFunctionTool, gateInPlace, hostPolicyOf } from './gate-function-tool.ts';
import { ambientScope, RunScope, type GatedCall, type Mediator, type UpstreamCall } from './run-scope.ts';
import { toolRecord } from './records.ts';

const allowAll: Mediator = Object.assign(new ReadOnlyMediator(), {
  execute: (_call: GatedCall, body: () => Promise<unknown>) => body(),
  refuse: (_call: UpstreamCall, why: string) => new Error(why),
});

it('executes the body only with the arguments of the decision, and only once', async () => {
  const ran: number[] = [];
  const plain = makeTool({
    name: 'add',
    description: 'Adds',
    parameters: z.object({ n: z.number() }),
    execute: async ({ n }) => ran.push(n),
  });
  const gated = gateFunctionTool(plain);
  if (gated.type !== 'function') throw new Error('The copy has another type.');
  const { gate } = toolRecord(gated);
  const call: GatedCall = {
    type: 'function_call',
    callId: 'c1',
    wireName: 'add',
    rawArguments: '{"n":1}',
    hostPolicy: 'never',
    key: 'r1:c1',
    tool: { id: 'add', kind: 'function', name: 'add', definition_digest: '' },
  };
  const arm = () => gate?.arm(new RunScope(allowAll, 'r1'), call);

  arm();
  await expect(gated.invoke(new RunContext(), '{"n":2}')).rejects.toThrow('other arguments');
  arm();
  await gated.invoke(new RunContext(), '{"n":1}');

  arm();
  await expect(gated.invoke(new RunContext(), '{"n":1}')).rejects.toThrow('started twice');

  expect(ran).toEqual([1]);
  expect([gate?.isIntact(), toolRecord(plain).gate]).toEqual([true, undefined]);
});

it('leaves the policy of a tool that is gated in place unchanged outside of gated runs', async () => {
  const ask = gateInPlace(
    makeTool({ name: 'ask', description: '', parameters: z.object({}), execute: () => '' }),
  );
  const inside = <T>(work: () => T) => ambientScope.run(new RunScope(allowAll, 'r1'), work);
  const decide = (policy: typeof ask.needsApproval) => policy(new RunContext(), {}, 'c1');
  const isStatic = () => !hasDynamicFunctionToolApprovalPolicy(ask);

  expect(await decide(ask.needsApproval)).toBe(false);
  // Upstream asks for an approval only if the gate has not decided the call.
  expect(await inside(() => decide(ask.needsApproval))).toBe(true);
  expect([isStatic(), inside(isStatic)]).toEqual([true, true]);
  expect(await hostPolicyOf(ask)).toBe('never');

  ask.needsApproval = async () => true;
  expect(await decide(ask.needsApproval)).toBe(true);
  expect([isStatic(), inside(isStatic)]).toEqual([false, false]);
  expect(await hostPolicyOf(ask)).toBe('per_call');
  await expect(inside(() => decide(ask.needsApproval))).rejects.toThrow('never decided');
});
