import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { isAgentTool } from './describe-tool.ts';
import { Agent, tool } from './upstream.ts';

const plain = () =>
  tool({ name: 'wipe', description: 'Wipes.', parameters: z.object({}), execute: () => 'Wiped.' });
const clerk = new Agent({ name: 'Clerk' });

it.each([
  ['true for an agent as a tool', clerk.asTool({ toolName: 'ask', toolDescription: 'Asks.' }), true],
  ['false for a function tool', plain(), false],
  ['false for a function tool with an added method', Object.assign(plain(), { on: () => undefined }), false],
  [
    'false for a function tool that is an event emitter',
    Object.setPrototypeOf({ ...plain() }, EventEmitter.prototype),
    false,
  ],
  [
    'false for a function tool with the methods of an emitter',
    Object.assign(plain(), { on: (_n: string, _f: object) => 1, off: () => 1 }),
    false,
  ],
])('isAgentTool() is %s', (_case, made, expected) => {
  expect(isAgentTool(made)).toBe(expected);
});
