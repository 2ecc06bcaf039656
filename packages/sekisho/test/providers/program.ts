import { z } from 'zod';
import { createRunner } from '../../src/facade/create-runner.ts';
import { RuleSafetyAgent } from '../../../engine/src/gate/rule-safety-agent.ts';
import { RunState } from '../../src/facade/run-state.ts';
import { Agent, tool } from '../../src/openai-agents/upstream.ts';
import type { Model } from '../../src/openai-agents/upstream.ts';

/** The calls and the output of the program. */
export interface ProgramOutcome {
  readonly executed: string[];
  readonly output: unknown;
  readonly state?: string;
}

/** The program that must behave the same on every provider: tools, approval, structured output. */
export function createProgram(model: Model, directory?: string) {
  const executed: string[] = [];
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    store: directory === undefined ? 'memory' : { directory },
  });
  const agent = new Agent({
    name: 'Traveller',
    instructions: 'Find the weather, then delete the old file.',
    model,
    outputType: z.object({ summary: z.string(), cities: z.array(z.string()) }),
    tools: [
      tool({
        name: 'get_weather',
        description: 'Tells the weather of a city.',
        parameters: z.object({ city: z.string() }),
        execute: ({ city }) => {
          executed.push(`get_weather ${city}`);
          return 'Sunny.';
        },
      }),
      tool({
        name: 'delete_file',
        description: 'Deletes a file.',
        parameters: z.object({ path: z.string() }),
        needsApproval: true,
        execute: ({ path }) => {
          executed.push(`delete_file ${path}`);
          return 'Deleted.';
        },
      }),
    ],
  });
  return {
    /** Runs until an approval is needed and returns the serialized state. */
    async start(isStreamed: boolean): Promise<ProgramOutcome> {
      const input = 'How is the weather in Tokyo and Paris?';
      const result = isStreamed
        ? await drain(runner.run(agent, input, { stream: true }))
        : await runner.run(agent, input);
      return {
        executed,
        output: result.interruptions.map(({ name }) => name),
        state: result.state.toString(),
      };
    },
    /** Continues a serialized state after an approval. */
    async resume(state: string, isStreamed: boolean): Promise<ProgramOutcome> {
      const restored = await RunState.fromString(agent, state);
      for (const interruption of restored.getInterruptions()) restored.approve(interruption);
      const result = isStreamed
        ? await drain(runner.run(agent, restored, { stream: true }))
        : await runner.run(agent, restored);
      return { executed, output: result.finalOutput };
    },
  };
}

async function drain<Result extends AsyncIterable<unknown> & { completed: Promise<void> }>(
  running: Promise<Result>,
): Promise<Result> {
  const result = await running;
  for await (const _event of result);
  await result.completed;
  return result;
}
