import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { PythonTools } from '../ground/prepare-python.ts';

/** A sample of a type that Dify's SDK has a model for. */
export type Sample = {
  kind:
    | 'manifest'
    | 'model_provider'
    | 'model'
    | 'agent_provider'
    | 'strategy'
    | 'llm_chunk'
    | 'agent_message';
  name: string;
  data: unknown;
};

const refusedSchema = z.array(z.object({ name: z.string(), reason: z.string() }));

/** Returns the samples that the models of Dify's Python SDK reject, with the reasons. */
export async function findRejected(
  samples: readonly Sample[],
  { sdkPython, env }: PythonTools,
): Promise<z.infer<typeof refusedSchema>> {
  const child = spawn(sdkPython, [join(import.meta.dirname, 'accept.py')], { env });
  child.stdin.end(samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''));
  const [answer, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (answer === '')
    throw new Error(`The check ended without a result. Its error output: ${complaints.slice(-600)}`);
  return refusedSchema.parse(JSON.parse(answer));
}
