import { readFile, writeFile } from 'node:fs/promises';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { z } from 'zod';
import { observe, observeInterruption } from './observe.ts';
import { normalize } from './normalize.ts';
import type { Sdk } from './program.ts';

// One half of a program that waits for approval in one process and is resumed in another. Prints its observations.
const [name = '', part = '', path = ''] = process.argv.slice(2);
const sdk: Sdk = name === 'ours' ? await import('../../src/index.ts') : await import('@openai/agents');

const ran: string[] = [];
const look = sdk.tool({
  name: 'look_up',
  description: 'Looks a word up',
  parameters: z.object({ word: z.string() }),
  needsApproval: true,
  execute: async ({ word }) => {
    ran.push(word);
    return `${word} is a drink`;
  },
});
const inner = new sdk.Agent({
  name: 'Inner',
  model: new ScriptedModel(
    part === 'ask'
      ? [[functionCall('look_up', { word: 'tea' }, { callId: 'i1' })]]
      : [[assistantMessage('Tea, a drink.')]],
  ),
  tools: [look],
});
const agent = new sdk.Agent({
  name: 'Outer',
  model: new ScriptedModel(
    part === 'ask'
      ? [
          [
            functionCall('look_up', { word: 'cup' }, { callId: 'c1' }),
            functionCall('inner', { input: 'tea?' }, { callId: 'c2' }),
          ],
        ]
      : [[assistantMessage('All found.')]],
  ),
  tools: [look, inner.asTool({ toolName: 'inner', toolDescription: 'Asks inside' })],
});

const observation = part === 'ask' ? await ask() : await resume();
process.stdout.write(JSON.stringify(normalize({ observation, ran })));

async function ask(): Promise<object> {
  const result = await sdk.run(agent, 'What are tea and cup?', { context: { user: 'ann' } });
  await writeFile(path, JSON.stringify(result.state));
  return { result: observe(result), asked: result.interruptions.map(observeInterruption) };
}

async function resume(): Promise<object> {
  const state = await sdk.RunState.fromString(agent, await readFile(path, 'utf8'));
  const asked = state.getInterruptions().map(observeInterruption);
  const [first, ...others] = state.getInterruptions();
  if (first) state.approve(first);
  for (const item of others) {
    if (part === 'approve') state.approve(item);
    else state.reject(item, { message: 'Not this one.' });
  }
  return { asked, result: observe(await sdk.run(agent, state)) };
}
