import { createSimulator, interviewPersona, type PersonaOutput } from '@sekisho/responses/simulator';
import { describe, expect, it } from 'vitest';
import { LLMOutputParser } from '../draft/llm-output-parser.ts';
import { PromptBuilder } from '../prompt/prompt-builder.ts';
import { createResponder } from './create-responder.ts';

const NAME = 'propose_process_template';
const good = {
  schema: 'ai_chat_process_template.v1',
  answer: '下書きです。',
  missing_information: null,
  process_template_draft: {
    name: '採用',
    stepTemplates: [
      { seq: 1, name: '募集', basis: 'goal', offsetDays: -10, requiredArtifacts: null, dependsOn: null },
    ],
  },
};
const prose: PersonaOutput = { type: 'message', phase: 'commentary', text: '下書きを作りました。' };
const call = (given: object | string): PersonaOutput => ({
  type: 'function_call',
  name: NAME,
  arguments: typeof given === 'string' ? given : { ...given },
});

async function ask(steps: PersonaOutput[][], options: { stream?: boolean; failSecond?: boolean } = {}) {
  const simulator = createSimulator({ persona: interviewPersona });
  simulator.script(...steps.map((say) => ({ say })));
  if (options.failSecond) simulator.script({ fault: { type: 'forbidden' } });
  const shown: string[] = [];
  const responder = createResponder({
    mode: 'openai',
    strategy: 'tool',
    model: 'auto',
    temperature: 0.3,
    maxTokens: 1200,
    timeoutMs: 60_000,
    apiKey: 'sk-test',
    baseUrl: undefined,
    clock: () => Date.parse('2026-11-16T00:00:00Z'),
    fetch: simulator.fetch,
  });
  const result = await responder.generateResponse(
    [
      { role: 'system', content: new PromptBuilder('tool').buildSystemPrompt({}) },
      { role: 'user', content: 'エンジニアの採用です' },
    ],
    options.stream ? { onText: (text) => shown.push(text), onDraft: () => shown.push('<draft>') } : {},
  );
  if (!result.ok) throw new Error('The simulator rejected the request.');
  const parsed = new LLMOutputParser().extractTemplateJson(result.content);
  return { result, parsed, shown, bodies: simulator.journal.map(({ body }) => body) };
}

describe('ToolCallService', () => {
  it('creates prose and fence from one call of the strict tool', async () => {
    const { result, parsed, bodies } = await ask([[prose, call(good)]]);
    expect(result.content).toMatch(/^下書きを作りました。\n\n```json\n\{.*\}\n```$/);
    expect(parsed).toMatchObject({ ok: true, data: { process_template_draft: { name: '採用' } } });
    expect(result.isRepaired).toBeUndefined();
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toMatchObject({ tools: [{ type: 'function', name: NAME, strict: true }] });
  });

  it('streams the prose and reports the beginning of the draft', async () => {
    const { shown } = await ask([[prose, call(good)]], { stream: true });
    expect(shown.at(-1)).toBe('<draft>');
    expect(shown.slice(0, -1).join('')).toBe('下書きを作りました。');
  });

  it.each([
    ['a step that depends on itself', [prose, call(selfDependent())], 'ValidationFailed'],
    ['invalid JSON', [prose, call('{"schema":')], 'JsonParseError'],
    ['another schema', [prose, call({ ...good, schema: 'v2' })], 'SchemaMismatch'],
  ])('repairs %s with one more call, and reports the repair', async (_case, output, errorClass) => {
    const { result, parsed, bodies } = await ask([output, [call(good)]]);
    expect([parsed.ok, result.isRepaired]).toEqual([true, true]);
    expect(result.content).toContain('下書きを作りました。');
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toMatchObject({ tool_choice: { type: 'function', name: NAME } });
    expect(JSON.stringify(bodies[1])).toContain(errorClass);
  });

  it('requests the tool call when it is missing', async () => {
    const { result, parsed, bodies } = await ask([
      [{ type: 'message', text: '下書きを作りました。' }],
      [call(good)],
    ]);
    expect([parsed.ok, result.isRepaired, bodies.length]).toEqual([true, true, 2]);
  });

  it('adds the cost of both calls', async () => {
    const [once, twice] = await Promise.all([
      ask([[prose, call(good)]]),
      ask([[prose, call('{')], [call(good)]]),
    ]);
    expect(twice.result.usage.totalTokens).toBeGreaterThan(once.result.usage.totalTokens);
    expect(twice.result.usage.costUsd).toBeGreaterThan(once.result.usage.costUsd ?? Infinity);
  });

  it('repairs at most once', async () => {
    const { parsed, bodies, result } = await ask([[prose, call('{')], [call('{{')]]);
    expect(parsed).toMatchObject({ ok: false, errorClass: 'JsonParseError' });
    expect([bodies.length, result.isRepaired]).toEqual([2, true]);
  });

  it('keeps the billed prose when the second call fails', async () => {
    const { result, parsed } = await ask([[prose, call('{')]], { failSecond: true });
    expect(result.content).toContain('下書きを作りました。');
    expect([parsed.ok, result.isRepaired]).toEqual([false, true]);
  });

  it('separates its fence from a fence that the prose did not close', async () => {
    const open: PersonaOutput = { type: 'message', phase: 'commentary', text: '例:\n```\nabc' };
    const { parsed, bodies } = await ask([[open, call(good)]]);
    expect([parsed.ok, bodies.length]).toEqual([true, 1]);
  });

  it('accepts a fence that the model wrote', async () => {
    const text = `まとめです。\n\n\`\`\`json\n${JSON.stringify(good)}\n\`\`\``;
    const { parsed, bodies } = await ask([[{ type: 'message', text }]]);
    expect([parsed.ok, bodies.length]).toEqual([true, 1]);
  });

  it('does not call a model again after a refusal', async () => {
    const { bodies, result } = await ask([[{ type: 'refusal', text: 'できません。' }]]);
    expect([bodies.length, result.content]).toEqual([1, 'できません。']);
  });
});

function selfDependent() {
  const [step] = good.process_template_draft.stepTemplates;
  const stepTemplates = [{ ...step, dependsOn: [1] }];
  return { ...good, process_template_draft: { name: '採用', stepTemplates } };
}
