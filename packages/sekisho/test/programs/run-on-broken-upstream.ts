import * as core from '@openai/agents-core';
import { z } from 'zod';
import { Agent, createRunner, RuleSafetyAgent, tool } from '../../src/index.ts';
import { functionCall, scriptedModel } from '../../src/testing/scripted-model.ts';

// Starts two runs on a copy of upstream in which the named method is missing, and prints what happened as JSON.
const [, , name = ''] = process.argv;
const effects: string[] = [];
const read = tool({
  name: 'read',
  description: 'Reads.',
  parameters: z.object({}),
  execute: () => effects.push('the tool ran'),
});
const model = scriptedModel([[functionCall('call_1', 'read')]]);
const getResponse = model.getResponse.bind(model);
model.getResponse = (request) => {
  effects.push('the model was called');
  return getResponse(request);
};
const agent = new Agent({ name: 'Reader', model, tools: [read] });
const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory' });

const original: unknown = Reflect.get(core.Agent.prototype, name);
Reflect.deleteProperty(core.Agent.prototype, name);
const first = await errorOf();
Object.defineProperty(core.Agent.prototype, name, { value: original, configurable: true, writable: true });
const second = await errorOf();
console.log(JSON.stringify({ first, second, effects }));

async function errorOf(): Promise<string> {
  return runner.run(agent, 'Read.').then(
    () => 'The run started.',
    (error: unknown) => String(error),
  );
}
