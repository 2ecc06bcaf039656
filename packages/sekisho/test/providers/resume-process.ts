import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { getProvider } from '../../src/providers/get-provider.ts';
import { createProgram } from './program.ts';

// A test starts this process: it reads states from its input, completes their runs, and prints the results.
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
