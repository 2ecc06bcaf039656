// The agents of the worker. Replace them with yours: `sekisho worker` executes the runs of the exported runner.
import { postgresStore } from '@sekisho/postgres';
import { createSimulator } from '@sekisho/responses/simulator';
import { Pool } from 'pg';
import { Agent, createRunner, getProvider, RuleSafetyAgent, tool } from 'sekisho';
import { z } from 'zod';

const deleteFile = tool({
  name: 'delete_file',
  description: 'Deletes a file.',
  parameters: z.object({ path: z.string() }),
  extensions: { manifest: { effect: 'delete', arguments: { path: 'path' } } },
  execute: async ({ path }) => `${path} was deleted.`,
});

// Without OPENAI_API_KEY, a simulated model deletes a file that the user did not name.
const { fetch } = createSimulator({
  persona: ({ turns }) => {
    const result = turns.findLast((turn) => turn.role === 'result');
    return result
      ? [{ type: 'message', text: result.output }]
      : [{ type: 'function_call', name: 'delete_file', arguments: { path: 'contract.pdf' } }];
  },
});
const simulated = getProvider('openai', { env: {}, apiKey: 'simulated', fetch }).getModel('gpt-6.1-sol');
const janitor = new Agent({
  name: 'janitor',
  instructions: 'You keep the folder tidy.',
  tools: [deleteFile],
  ...(process.env['OPENAI_API_KEY'] ? {} : { model: simulated }),
});

export const pool = new Pool({ connectionString: process.env['DATABASE_URL'] });
export const runner = createRunner({
  safetyAgent: new RuleSafetyAgent(),
  agents: [janitor],
  store: postgresStore(pool),
});
