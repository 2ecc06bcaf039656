import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, createRunner, ModelPlanner, RuleSafetyAgent, tool } from 'sekisho';
import { scriptedCall, scriptedModel } from 'sekisho/testing';
import { z } from 'zod';
import { atMost, type BenchReport } from './bench-case.ts';
import { alternate } from './sides/alternate.ts';
import { pairedRatio } from './sides/paired.ts';

const MODEL_MS = 1_000;
const PLANNER_MS = 800;
/** Two equal sides differ by less than this. A planner that delayed the run would add 0.4. */
const MAX_RATIO = 1.02;

/**
 * The duration of a run with two model calls and one tool call, with a planner of 800 ms beside none. The models take 1,000 ms
 * for each call. The planner works while the main model does, so the run does not wait for it.
 */
export async function benchPlanner({
  quick = false,
}: { readonly quick?: boolean } = {}): Promise<BenchReport> {
  const sides = new Map([
    ['planner', () => durationOf(true)],
    ['none', () => durationOf(false)],
    ['none again', () => durationOf(false)],
  ] as const);
  await durationOf(true); // Loads and compiles everything once.
  const samples = await alternate(sides, quick ? 2 : 6);
  const compare = (side: 'planner' | 'none again') =>
    pairedRatio(samples.get(side) ?? [], samples.get('none') ?? []);
  const again = compare('none again');
  return {
    bench: 'planner',
    cases: [
      { case: 'a run without a planner beside itself', ...again, goal: 'none', holds: true },
      atMost('a run with a planner beside none', compare('planner'), MAX_RATIO),
    ],
  };
}

async function durationOf(isPlanned: boolean): Promise<number> {
  const lookUp = tool({
    name: 'look_up',
    description: 'Looks up a word.',
    parameters: z.object({ word: z.string() }),
    extensions: { manifest: { effect: 'read' } },
    execute: async ({ word }) => `${word} is a drink.`,
  });
  const planner = new ModelPlanner({
    model: {
      answer: async () => {
        await sleep(PLANNER_MS);
        return { actions: [{ tool: 'look_up', arguments: [] }] };
      },
    },
  });
  const model = scriptedModel([[scriptedCall('call_1', 'look_up', { word: 'tea' })]]);
  const getResponse = model.getResponse.bind(model);
  model.getResponse = async (request) => {
    await sleep(MODEL_MS);
    return getResponse(request);
  };
  const runner = createRunner({
    safetyAgent: new RuleSafetyAgent(),
    store: 'memory',
    ...(isPlanned && { planner }),
  });
  const started = performance.now();
  await runner.run(new Agent({ name: 'Scholar', model, tools: [lookUp] }), 'What is tea?');
  const ms = performance.now() - started;
  const plans = await runner.getExecutionLogs({ event: 'plan.made' });
  if (plans.some(({ decision }) => decision !== 'model') || plans.length !== Number(isPlanned))
    throw new Error('The plan was not made by the model, so the comparison has no meaning.');
  await runner.close();
  return ms;
}
