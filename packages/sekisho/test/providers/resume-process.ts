import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { getProvider } from '../../src/providers/get-provider.ts';
import { createProgram } from './program.ts';

// Run by a test as a process of its own: reads states from its input, finishes their runs, prints what came of them.
const jobsSchema = z.array(
  z.object({ provider: z.string(), baseUrl: z.string(), state: z.string(), isStreamed: z.boolean() }),
);
const directory = process.argv[2] ?? '';
const jobs = jobsSchema.parse(JSON.parse(await text(process.stdin)));
const outcomes: unknown[] = [];
for (const { provider, baseUrl, state, isStreamed } of jobs) {
  const model = getProvider(provider, { env: {}, apiKey: 'k-123456', baseUrl }).getModel('m');
  outcomes.push(await createProgram(model, directory).resume(state, isStreamed));
}
process.stdout.write(JSON.stringify(outcomes));
