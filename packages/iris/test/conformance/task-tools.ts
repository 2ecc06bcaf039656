import { setTimeout as wait } from 'node:timers/promises';
import { acceptedContent, inputRequired, INTERNAL_ERROR, ProtocolError } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Tool } from '../../src/mcp/tool.ts';
import { fixtureTool, textResult } from './fixture-tool.ts';

const confirm = (message: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } }, required: ['confirm'] },
  });

/** Tools that run as tasks: slow ones, failing ones, and ones that request input. */
export const taskTools: readonly Tool[] = [
  fixtureTool(
    'greet',
    async (parameters) => textResult(`Hello, ${z.object({ name: z.string() }).parse(parameters).name}!`),
    { properties: { name: { type: 'string' } } },
  ),
  fixtureTool(
    'slow_compute',
    async (parameters) => {
      const { seconds } = z.object({ seconds: z.number().min(0).max(60).default(0) }).parse(parameters);
      return {
        deferred: async ({ signal }) => {
          await wait(seconds * 1000, undefined, { signal });
          return textResult(`Computed for ${seconds} seconds.`);
        },
      };
    },
    { properties: { seconds: { type: 'number' }, label: { type: 'string' } } },
  ),
  fixtureTool(
    'failing_job',
    async () => ({
      deferred: async () => {
        await wait(300);
        return { ...textResult('The job failed.'), isError: true };
      },
    }),
    { requiresTask: true },
  ),
  fixtureTool('protocol_error_job', async () => ({
    deferred: async () => {
      throw new ProtocolError(INTERNAL_ERROR, 'The server failed.');
    },
  })),
  fixtureTool('confirm_delete', async () => ({
    deferred: async ({ ask }) => {
      const answers = await ask?.({ confirm: confirm('Delete it?') });
      return textResult(`Answered: ${JSON.stringify(answers)}`);
    },
  })),
  fixtureTool('multi_input', async () => ({
    deferred: async ({ ask }) => {
      const answers = await ask?.({ first: confirm('The first?'), second: confirm('The second?') });
      return textResult(`Answered: ${JSON.stringify(answers)}`);
    },
  })),
  fixtureTool(
    'test_tool_with_task',
    async (_parameters, { answers }) => {
      const answer = acceptedContent(answers, 'user_name', z.object({ name: z.string() }));
      if (answer) return { deferred: async () => textResult(`Done for ${answer.name}.`) };
      const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
      const user_name = inputRequired.elicit({
        message: 'What is your name?',
        requestedSchema: { ...form, required: [...form.required] },
      });
      return inputRequired({ inputRequests: { user_name } });
    },
    { requiresTask: true },
  ),
];
