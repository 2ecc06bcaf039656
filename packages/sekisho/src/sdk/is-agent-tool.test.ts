import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { isAgentTool } from './is-agent-tool.ts';
import { Agent, tool } from './upstream.ts';

const plain = () =>
  tool({ name: 'wipe', description: 'Wipes.', parameters: z.object({}), execute: () => 'Wiped.' });
const clerk = new Agent({ name: 'Clerk' });

it.each([
  ['an agent', clerk.asTool({ toolName: 'ask', toolDescription: 'Asks.' }), true],
  ['false for a function tool', plain(), false],
  ['nobody, and somebody gave it a method', Object.assign(plain(), { on: () => undefined }), false],
  ['nobody, and it is an emitter', Object.setPrototypeOf({ ...plain() }, EventEmitter.prototype), false],
  [
    'a library of emitters',
    Object.assign(plain(), { on: (_n: string, _f: object) => 1, off: () => 1 }),
    false,
  ],
])('behind a tool stands %s', (_case, made, expected) => {
  expect(isAgentTool(made)).toBe(expected);
});
