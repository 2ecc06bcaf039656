import { RunContext, tool as makeTool } from '@openai/agents-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ReadOnlyMediator } from './patch-run-state.ts';
import { gateFunctionTool } from './gate-function-tool.ts';
import type { Mediator } from './run-scope.ts';
import type { GatedCall, UpstreamCall } from './run-scope.ts';
import { RunScope } from './run-scope.ts';
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
