// Shows: one program with `@openai/agents`, then with the import changed. Both return the same result.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { simulatedModel } from '../simulated-model.ts';

type Sdk = Pick<typeof import('@openai/agents'), 'Agent' | 'run' | 'setTracingDisabled' | 'tool'>;

async function program({ Agent, run, setTracingDisabled, tool }: Sdk): Promise<object> {
  setTracingDisabled(true);
  const booked: string[] = [];
  const getWeather = tool({
    name: 'get_weather',
    description: 'Returns the weather.',
    parameters: z.object({ city: z.string() }),
    execute: async ({ city }) => `Sunny in ${city}.`,
  });
  const bookTrain = tool({
    name: 'book_train',
    description: 'Books a train.',
    parameters: z.object({ to: z.string() }),
    needsApproval: true,
    execute: async ({ to }) => {
      booked.push(to);
      return `Booked to ${to}.`;
    },
  });
  const model = simulatedModel([
    { name: 'get_weather', arguments: { city: 'Kyoto' } },
    { name: 'book_train', arguments: { to: 'Kyoto' } },
  ]);
  const agent = new Agent({ name: 'Guide', model, tools: [getWeather, bookTrain] });

  const asked = await run(agent, 'If the weather in Kyoto is fine, book a train to Kyoto.');
  const questions = asked.interruptions.map(({ name }) => name);
  const before = [...booked];
  for (const item of asked.interruptions) asked.state.approve(item);
  const { finalOutput } = await run(agent, asked.state);
  return { questions, before, finalOutput, booked };
}

const folder = mkdtempSync(join(tmpdir(), 'sekisho-example-'));
process.chdir(folder); // the default runner stores its data in .sekisho/ of the working directory
const written = await program(await import('@openai/agents'));
const moved = await program(await import('sekisho'));
assert.deepEqual(moved, written, 'Both imports must return the same result.');
assert.deepEqual(moved, {
  questions: ['book_train'],
  before: [],
  finalOutput: 'Done. Booked to Kyoto.',
  booked: ['Kyoto'],
});

const { verifyExecutionLog, getExecutionLogs } = await import('sekisho');
assert.ok((await verifyExecutionLog()).ok, 'The import of sekisho adds a verifiable log.');
console.log(
  `The same result with both imports, and ${(await getExecutionLogs()).length} verified records with sekisho.`,
);
process.chdir(tmpdir());
rmSync(folder, { recursive: true });
