import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../src/ask/create-engine.ts';
import { irisDefaults } from '../src/ask/iris-settings.ts';
import { createIrisSurface } from '../src/create-iris-surface.ts';
import { callTool, connect, type Era, startIris } from './connect-iris.ts';

describe.each<[Era]>([['legacy'], ['modern']])('what iris offers in the %s era', (era) => {
  it('lists its tools with schemas that every host can read', async () => {
    const client = await connect(startIris(), { era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['iris', 'iris_result', 'iris_cancel']);
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({ title: tool.title, openWorldHint: true });
      for (const schema of [tool.inputSchema, tool.outputSchema]) {
        const text = JSON.stringify(schema);
        expect(schema?.type).toBe('object');
        // The keywords that portability lints of hosts reject.
        for (const keyword of ['$ref', '$defs', 'oneOf', 'allOf', 'anyOf', 'patternProperties', 'not":']) {
          expect(text).not.toContain(`"${keyword}`);
        }
      }
    }
    expect(tools[0]?.inputSchema.required).toEqual(['input']);
  });

  it('shows the models with prices and shutdown dates', async () => {
    const client = await connect(startIris(), { era });
    const { contents } = await client.readResource({ uri: 'iris://models' });
    const text = contents[0] && 'text' in contents[0] ? contents[0].text : '';
    expect(text).toContain('"shutdown_date": "2026-12-11"');
    expect(text).toContain('usd_per_million_tokens');
  });

  it('returns an earlier response, and none for an unknown id', async () => {
    const client = await connect(startIris(), { era });
    const { answer } = await callTool(client, 'iris', { input: 'What is 2+3?' });
    const { contents } = await client.readResource({ uri: `iris://responses/${answer.response_id}` });
    expect(JSON.stringify(contents)).toContain(answer.response_id);
    for (const uri of [
      'iris://responses/resp_none',
      'iris://responses/%E0%A4%A',
      'iris://files/a/b',
      'file:///etc/passwd',
    ]) {
      await expect(client.readResource({ uri })).rejects.toThrow(/not found/i);
    }
  });

  it('renders prompts in the language of their arguments', async () => {
    const client = await connect(startIris(), { era });
    const read = async (topic: string) =>
      JSON.stringify(await client.getPrompt({ name: 'research', arguments: { topic, effort: 'high' } }));
    expect(await read('tide tables')).toContain('Topic: tide tables');
    expect(await read('潮の満ち引き')).toContain('主題: 潮の満ち引き');
    expect(await read('x')).toContain('reasoningEffort: high');
    await expect(client.getPrompt({ name: 'research', arguments: {} })).rejects.toThrow('needs "topic"');
    await expect(client.getPrompt({ name: 'constructor', arguments: {} })).rejects.toThrow('no prompt');
  });

  it('completes models, efforts and ids', async () => {
    const client = await connect(startIris(), { era });
    const { answer } = await callTool(client, 'iris', { input: 'Hello' });
    const prompt = { type: 'ref/prompt', name: 'research' } as const;
    const template = { type: 'ref/resource', uri: 'iris://responses/{id}' } as const;
    const complete = async (ref: typeof prompt | typeof template, name: string, value: string) =>
      (await client.complete({ ref, argument: { name, value } })).completion.values;
    expect(await complete(prompt, 'effort', 'm')).toEqual(['minimal', 'medium', 'max']);
    expect(await complete(prompt, 'model', 'gpt-6')).toContain('gpt-6.1-sol');
    expect(await complete(prompt, 'topic', '')).toEqual([]);
    expect(await complete(template, 'id', 'resp_')).toEqual([answer.response_id]);
  });
});

describe('the list of conversations', () => {
  it('notifies a subscriber of the 2025 protocol about a change', async () => {
    const client = await connect(startIris(), { era: 'legacy' });
    const updates: string[] = [];
    client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void updates.push(params.uri),
    );
    await client.subscribeResource({ uri: 'iris://conversations' });
    await callTool(client, 'iris', { input: 'Hello' });
    await expect.poll(() => updates).toEqual(['iris://conversations']);
  });
});

describe('the arguments beyond the design', () => {
  it('are sent to OpenAI', async () => {
    const iris = startIris();
    const client = await connect(iris);
    const { answer } = await callTool(client, 'iris', {
      input: 'Hello',
      allowedDomains: ['go.jp'],
      userLocation: { country: 'JP', city: 'Tokyo' },
      verbosity: 'low',
      instructions: 'Be brief.',
      reasoningEffort: 'minimal',
      maxCostUsd: 0.05,
      continuity: 'local',
    });
    expect(iris.simulator.journal[0]?.body).toMatchObject({
      tools: [
        {
          type: 'web_search',
          filters: { allowed_domains: ['go.jp'] },
          user_location: { type: 'approximate', country: 'JP', city: 'Tokyo' },
        },
      ],
      text: { verbosity: 'low' },
      instructions: 'Be brief.',
      store: false,
      max_output_tokens: 4997,
    });
    expect(answer).not.toHaveProperty('expires_at');
    expect(answer.warnings).toEqual([
      expect.stringContaining('reasoning.effort: "minimal" became'),
      expect.stringContaining('limited to 4997 tokens by the budget of 0.05 USD'),
    ]);
  });

  it.each([
    ['a budget that is too small', { maxCostUsd: 0.000001 }, 'does not cover this question'],
    [
      'instructions that are too long for the budget',
      { maxCostUsd: 0.05, instructions: 'x'.repeat(90_000) },
      'does not cover this question',
    ],
    [
      'a budget for a model without a price',
      { maxCostUsd: 1, model: 'gpt-99' },
      'price of this model is unknown',
    ],
  ])('reject %s before anything is sent', async (_case, extra, reason) => {
    const iris = startIris();
    const reply = await callTool(await connect(iris), 'iris', { input: 'Hello', ...extra });
    expect(reply.text).toContain(reason);
    expect(iris.simulator.journal).toHaveLength(0);
  });

  it('can disable web search', async () => {
    const iris = startIris();
    await callTool(await connect(iris), 'iris', { input: 'Hello', useWebSearch: false });
    expect(iris.simulator.journal[0]?.body).not.toHaveProperty('tools');
  });
});

describe('an engine that cannot be created', () => {
  it('is created again at the next call', async () => {
    let attempts = 0;
    const surface = createIrisSurface(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('too many open files');
      return createEngine({ credentials: undefined, defaults: irisDefaults });
    });
    await expect(surface.resources.read('iris://models', 'local')).rejects.toThrow('too many open files');
    expect(await surface.resources.read('iris://models', 'local')).toBeDefined();
    expect(attempts).toBe(2);
  });
});

describe('a transcript that cannot be written', () => {
  it('adds a warning to the answer', async () => {
    // A file exists at the path of the folder.
    const stateDir = join(import.meta.dirname, 'surface.test.ts/state');
    const client = await connect(startIris({ settings: { stateDir } }));
    const kept = await callTool(client, 'iris', { input: 'What is 2+3?' });
    expect(kept.text).toContain('5');
    expect(kept.answer.response_id).toBeDefined();
    expect(kept.answer.warnings.join()).toContain('could not be stored locally');
    const lost = await callTool(client, 'iris', { input: 'What is 2+3?', continuity: 'local' });
    expect(lost.text).toContain('5');
    expect(lost.answer.response_id).toBeUndefined();
  });
});
