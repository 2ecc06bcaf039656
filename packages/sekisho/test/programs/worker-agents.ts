import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, createRunner, RuleSafetyAgent, tool } from '../../src/index.ts';
import {
  assistantText,
  functionCall,
  scriptedModel,
  type ScriptedStep,
} from '../../src/testing/scripted-model.ts';

/** An agent with a slow lookup, so that a test can kill the worker during the call. */
const look = tool({
  name: 'look_up',
  description: 'Looks something up.',
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
  extensions: { manifest: { effect: 'read' } },
  execute: async () => {
    await sleep(60);
    return 'found';
  },
});

const step: ScriptedStep = ({ input }) =>
  typeof input !== 'string' && input.some((item) => item.type === 'function_call_result')
    ? [assistantText('Counted.')]
    : [functionCall('c1', 'look_up', {})];

export const runner = createRunner({
  safetyAgent: new RuleSafetyAgent(),
  leaseMs: 1000,
  agents: [
    new Agent({
      name: 'counter',
      model: scriptedModel(Array.from({ length: 1000 }, () => step)),
      tools: [look],
    }),
  ],
});
