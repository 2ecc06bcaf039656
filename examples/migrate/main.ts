// Shows: one program, first with the package it was written for, then with the import changed. It sees the same.
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
    description: 'Tells the weather.',
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
process.chdir(folder); // the default runner keeps its records in .sekisho/ of the working folder
const written = await program(await import('@openai/agents'));
const moved = await program(await import('sekisho'));
assert.deepEqual(moved, written, 'The program must see the same with either import.');
assert.deepEqual(moved, {
  questions: ['book_train'],
  before: [],
  finalOutput: 'Done. Booked to Kyoto.',
  booked: ['Kyoto'],
});

const { verifyExecutionLog, getExecutionLogs } = await import('sekisho');
assert.ok((await verifyExecutionLog()).ok, 'What the move adds: a log that verifies.');
console.log(
  `The same result with both imports, and ${(await getExecutionLogs()).length} records to prove ours.`,
);
process.chdir(tmpdir());
rmSync(folder, { recursive: true });
