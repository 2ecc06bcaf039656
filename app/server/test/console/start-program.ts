import { Agent, createRunner, RuleSafetyAgent, tool, Usage, type Model, type OpenStore } from 'sekisho';
import { scriptedModel, type ScriptedStep } from 'sekisho/testing';
import { z } from 'zod';

/**
 * Starts a program of another application that uses the engine: one agent that deletes files, with a scripted model.
 */
export function startProgram(options: {
  store: OpenStore;
  secret: Uint8Array;
  steps: readonly ScriptedStep[];
}) {
  const { store, secret, steps } = options;
  const deleteFile = tool({
    name: 'delete_file',
    description: 'Deletes a file.',
    parameters: z.object({ path: z.string() }),
    extensions: { manifest: { effect: 'delete', arguments: { path: 'path' } } },
    execute: async () => 'deleted',
  });
  const inner = scriptedModel(steps);
  const model: Model = {
    getResponse: async (request) => ({
      ...(await inner.getResponse(request)),
      usage: new Usage({ requests: 1, inputTokens: 11, outputTokens: 3, totalTokens: 14 }),
    }),
    getStreamedResponse: (request) => inner.getStreamedResponse(request),
  };
  const janitor = new Agent({ name: 'janitor', tools: [deleteFile], model });
  const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), agents: [janitor], secret, store });
  return { runner, janitor };
}
