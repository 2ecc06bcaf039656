import { assistantMessage, functionCall } from '@openai/agents/testing';
import type { ToolUseBehavior } from '@openai/agents';
import { z } from 'zod';
import { observe, observeRequests } from '../observe.ts';
import type { Programs, Sdk, ProgramEnvironment } from '../program.ts';

export const toolUseBehaviors: Programs = {
  'run the model again': async ({ sdk, model }) =>
    behave(sdk, model, 'run_llm_again', [assistantMessage('The end.')]),
  'stop on the first tool': async ({ sdk, model }) => behave(sdk, model, 'stop_on_first_tool'),
  'stop at tools by name': async ({ sdk, model }) => behave(sdk, model, { stopAtToolNames: ['second'] }),
  'stop at tools that were not called': async ({ sdk, model }) =>
    behave(sdk, model, { stopAtToolNames: ['third'] }, [assistantMessage('The end.')]),
  'a function decides': async ({ sdk, model }) => {
    const seen: unknown[] = [];
    const outcome = await behave(sdk, model, (_context, results) => {
      seen.push(
        results.map((result) => [
          result.type,
          Reflect.get(result.tool, 'name'),
          Reflect.get(result, 'output'),
        ]),
      );
      return { isFinalOutput: true, isInterrupted: undefined, finalOutput: `decided on ${results.length}` };
    });
    return { outcome, seen };
  },
  'a tool choice that is reset after use': async ({ sdk, model }) => {
    const scripted = model([functionCall('first', {}, { callId: 'c1' })], [assistantMessage('done')]);
    const agent = new sdk.Agent({
      name: 'Forced',
      model: scripted,
      modelSettings: { toolChoice: 'required', temperature: 0.1 },
      tools: [plainTool(sdk, 'first')],
    });
    return { result: observe(await sdk.run(agent, 'go')), requests: observeRequests(scripted) };
  },
};

const plainTool = (sdk: Sdk, name: string) =>
  sdk.tool({ name, description: name, parameters: z.object({}), execute: async () => `${name} output` });

async function behave(
  sdk: Sdk,
  model: ProgramEnvironment['model'],
  toolUseBehavior: ToolUseBehavior,
  ...rest: ReturnType<typeof assistantMessage>[][]
): Promise<object> {
  const scripted = model(
    [functionCall('first', {}, { callId: 'c1' }), functionCall('second', {}, { callId: 'c2' })],
    ...rest,
  );
  const agent = new sdk.Agent({
    name: 'Behaved',
    model: scripted,
    toolUseBehavior,
    tools: [plainTool(sdk, 'first'), plainTool(sdk, 'second'), plainTool(sdk, 'third')],
  });
  return { result: observe(await sdk.run(agent, 'go')), requests: observeRequests(scripted) };
}
