import { describe, expect, it } from 'vitest';
import { assistantPersona } from './assistant-persona.ts';
import { interviewPersona } from './interview/interview-persona.ts';
import type { PersonaConversation, PersonaTool, Turn } from './persona.ts';

const base: PersonaConversation = {
  model: 'm',
  instructions: undefined,
  turns: [],
  schema: undefined,
  toolChoice: { mode: 'auto' },
  allowsParallelCalls: true,
  now: 0,
};

const tool = (name: string, description: string, properties: Record<string, unknown> = {}): PersonaTool => ({
  type: 'function',
  name,
  description,
  parameters: { type: 'object', properties, required: Object.keys(properties) },
});
const weather = tool('get_weather', 'Current weather', { city: { type: 'string' } });
const add = tool('add_numbers', 'Adds two numbers', { a: { type: 'number' }, b: { type: 'number' } });
const remove = tool('delete_file', 'Deletes a file', { path: { type: 'string' } });
const tools = [weather, add, remove];

async function ask(
  request: string,
  more: Partial<PersonaConversation> = {},
  offered: readonly PersonaTool[] = tools,
) {
  const turns: Turn[] = [...(more.turns ?? []), { role: 'user', text: request }];
  return (await assistantPersona({ ...base, ...more, turns }, offered)).at(-1);
}

describe('assistantPersona', () => {
  it.each([
    ['What is the weather in San Francisco?', 'get_weather', { city: 'San Francisco' }],
    ['東京の天気を教えて', 'get_weather', { city: '東京' }],
    ['add 2.5 and 3', 'add_numbers', { a: 2.5, b: 3 }],
    ['ファイル「/tmp/a.txt」を削除して', 'delete_file', { path: '/tmp/a.txt' }],
    ['Please delete the file "notes.md"', 'delete_file', { path: 'notes.md' }],
  ])('calls for %j the tool %s', async (request, name, args) => {
    expect(await ask(request)).toEqual({ type: 'function_call', name, arguments: args });
  });

  it.each(['Hello', 'ありがとう', 'My name is Ken'])('calls no tool for %j', async (request) => {
    expect(await ask(request)).toMatchObject({ type: 'message' });
  });

  it('calls no tool when tools are forbidden, and always one when it is required', async () => {
    const request = '東京の天気を教えて';
    expect(await ask(request, { toolChoice: { mode: 'none' } })).toMatchObject({ type: 'message' });
    expect(await ask('Hello', { toolChoice: { mode: 'required' } })).toMatchObject({ type: 'function_call' });
    expect(await ask(request, { toolChoice: { mode: 'tool', name: 'add_numbers' } })).toMatchObject({
      name: 'add_numbers',
    });
  });

  it('calls two tools in parallel for two requests, or in sequence when required', async () => {
    const mail = tool('send_email', 'Sends an email', { to: { type: 'string', format: 'email' } });
    const turns: Turn[] = [
      { role: 'user', text: 'Delete the file "a.txt" and send an email to a@b.example' },
    ];
    const names = async (more: Partial<PersonaConversation>) => {
      const outputs = await assistantPersona({ ...base, turns, ...more }, [...tools, mail]);
      return outputs.flatMap((output) => (output.type === 'function_call' ? output.name : []));
    };
    expect((await names({})).toSorted()).toEqual(['delete_file', 'send_email']);
    const [first = ''] = await names({ allowsParallelCalls: false });
    const later: Turn[] = [
      ...turns,
      { role: 'call', callId: 'c', name: first, arguments: '{}' },
      { role: 'result', callId: 'c', output: 'done' },
    ];
    const second = await names({ allowsParallelCalls: false, turns: later });
    expect([first, ...second].toSorted()).toEqual(['delete_file', 'send_email']);
  });

  it.each([
    ['weather please', 'Here is the result:\nsunny'],
    ['天気は？', '結果をお知らせします。\nsunny'],
  ])('reports the result in the language of %j', async (request, expected) => {
    const turns: Turn[] = [
      { role: 'user', text: request },
      { role: 'call', callId: 'c', name: 'get_weather', arguments: '{}' },
      { role: 'result', callId: 'c', output: 'sunny' },
    ];
    const outputs = await assistantPersona({ ...base, turns }, tools);
    expect(outputs.at(-1)).toEqual({ type: 'message', text: expected });
  });

  it.each([
    ['12 * (3 + 4)', '12 * (3 + 4) = 84.'],
    ['１０÷４は？', '10/4 = 2.5 です。'],
    ['-2 - -3', '-2 - -3 = 1.'],
  ])('evaluates %s', async (request, expected) => {
    expect(await ask(request, {}, [])).toMatchObject({ text: expected });
  });

  it.each(['1 / 0', '2 +', '2026-11-15', '((1', '3 + + 4'])('replies to %j', async (request) => {
    expect(await ask(request, {}, [])).toMatchObject({ type: 'message', text: expect.any(String) });
  });

  it.each([
    [[], 'What is my name?', "You haven't told me your name yet."],
    [[{ role: 'user', text: '私の名前は佐藤です' }], '私の名前を覚えていますか', 'お名前は佐藤さんです。'],
    [
      [{ role: 'user', text: 'What about tea?' }],
      'What was my previous question?',
      'Your previous question was "What about tea?".',
    ],
  ] as [Turn[], string, string][])('uses the history: after %j, %j', async (turns, request, expected) => {
    expect(await ask(request, { turns }, [])).toMatchObject({ text: expected });
  });

  it.each([
    ['brackets', '1' + '( '.repeat(20_000) + 'x'],
    ['kanji', '漢'.repeat(50_000)],
    ['question marks', `${'?'.repeat(50_000)}x`],
    ['letters before no @', 'a'.repeat(50_000)],
    ['names', '名前は'.repeat(20_000)],
    ['line breaks', '\n '.repeat(40_000)],
  ])('takes bounded time for %s', async (_case, request) => {
    const before = process.cpuUsage();
    await ask(request);
    await interviewPersona({ ...base, instructions: request, turns: [{ role: 'user', text: request }] }, []);
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(1000);
  });

  it.each([
    ['Summarize this: One. Two. Three.', 'Summary: One.'],
    ['コードレビューの進め方を教えて', '1. 目的'],
    ['What is the difference between tea and coffee?', 'compare'],
    ['なぜ空は青いのですか', '理由'],
  ])('chooses the form of its reply to %j', async (request, expected) => {
    expect(await ask(request, {}, [])).toMatchObject({ text: expect.stringContaining(expected) });
  });

  it('states that it is a simulation', async () => {
    expect(await ask('Explain quantum physics', {}, [])).toMatchObject({
      text: expect.stringContaining('simulated'),
    });
    expect(await ask('量子力学を説明して', {}, [])).toMatchObject({
      text: expect.stringContaining('シミュレーター'),
    });
  });
});
