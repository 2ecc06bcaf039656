import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PersonaConversation, PersonaTool, Turn } from '../persona.ts';
import { interviewPersona } from './interview-persona.ts';

const base: PersonaConversation = {
  model: 'm',
  instructions: undefined,
  turns: [],
  schema: undefined,
  toolChoice: { mode: 'auto' },
  allowsParallelCalls: true,
  now: 0,
};

const fenceSchema = z.strictObject({
  schema: z.literal('ai_chat_process_template.v1'),
  answer: z.string().min(1),
  missing_information: z.array(z.string()),
  process_template_draft: z
    .strictObject({
      name: z.string(),
      stepTemplates: z
        .array(
          z.strictObject({
            seq: z.int(),
            name: z.string().min(1),
            basis: z.enum(['goal', 'prev']),
            offsetDays: z.int().min(-365).max(365),
            requiredArtifacts: z.array(z.strictObject({ kind: z.string() })).optional(),
            dependsOn: z.array(z.int()).optional(),
          }),
        )
        .min(1),
    })
    .optional(),
});

async function talk(words: readonly string[], instructions?: string) {
  const turns: Turn[] = [];
  let text = '';
  for (const word of words) {
    turns.push({ role: 'user', text: word });
    const [output] = await interviewPersona({ ...base, instructions, turns: [...turns] }, []);
    if (output?.type !== 'message') throw new Error('There is no message.');
    text = output.text;
    turns.push({ role: 'assistant', text });
  }
  const json = /```json\n([^]*)\n```$/.exec(text)?.[1] ?? '';
  return { text, fence: fenceSchema.parse(JSON.parse(json)) };
}

describe('interviewPersona', () => {
  it('asks for one fact at a time and then proposes', async () => {
    const words = [
      'テンプレートを作って',
      '製造業です',
      '採用です',
      'エンジニアを2名迎えること',
      '2027年3月31日',
    ];
    const asked: string[][] = [];
    for (let count = 1; count <= words.length; count += 1) {
      const { fence } = await talk(words.slice(0, count));
      asked.push(fence.missing_information);
      expect(fence.process_template_draft === undefined).toBe(count < words.length);
    }
    expect(asked).toEqual([
      ['業種', '業務の種類', 'ゴール', '期限'],
      ['業務の種類', 'ゴール', '期限'],
      ['ゴール', '期限'],
      ['期限'],
      [],
    ]);
  });

  it('reads all facts from one sentence', async () => {
    const { fence } = await talk(['小売業で、採用プロセスを整えたい。3か月後までに店長を採用したい']);
    expect(fence.missing_information).toEqual([]);
    expect(fence.process_template_draft?.name).toContain('採用');
  });

  it('accepts a correction, and ignores text about steps', async () => {
    const start = ['製造業', '採用', 'エンジニアを迎える', '2か月後'];
    const { text, fence } = await talk([...start, '「研修」を追加して', '期限は2027年5月1日']);
    expect(text).toContain('2027年5月1日');
    expect(fence.process_template_draft?.name).toBe('採用（製造業）');
  });

  it('reads known facts from the system prompt, and ignores those that it marks as unknown', async () => {
    const prompt = '前提:\n- 業種: IT\n- プロセス種別: オンボーディング\n- ゴール: 未定';
    const { fence } = await talk(['お願いします'], prompt);
    expect(fence.missing_information).toEqual(['ゴール', '期限']);
  });

  it('replies in English to English text', async () => {
    const { text } = await talk(['I need a process for hiring in retail']);
    expect(text).toContain('What is the goal?');
  });

  it.each(['いつも日本語で、です・ます調で答えます。', 'Always answer in Japanese.'])(
    'always replies in Japanese with the instruction: %s',
    async (rule) => {
      const words = ['I need a process for hiring in retail', 'The goal is to hire two clerks', '2027-03-31'];
      for (let count = 1; count <= words.length; count += 1) {
        const { text, fence } = await talk(words.slice(0, count), rule);
        expect(text).toMatch(/[ぁ-ん]/);
        expect(text).not.toMatch(/\b(?:Thank you|What is|Here is)\b/);
        for (const { name } of fence.process_template_draft?.stepTemplates ?? [])
          expect(name).toMatch(/[ぁ-ん一-龯]/);
      }
    },
  );

  it('reads values without the polite ending of their sentence, and one fact at a time', async () => {
    const { text, fence } = await talk([
      'エンジニアを2名採用したいです',
      '業種はIT、期限は2027年3月31日です',
    ]);
    expect(text).toContain('期限は2027年3月31日です。');
    expect(text).not.toContain('ですです');
    expect(fence.process_template_draft?.name).toBe('採用（IT）');
  });

  it('changes the draft on request', async () => {
    const start = ['製造業', '採用', 'エンジニアを迎える', '2か月後'];
    const before = (await talk(start)).fence.process_template_draft?.stepTemplates ?? [];
    const after =
      (await talk([...start, '「健康診断」を追加して、「書類選考」を削除して'])).fence.process_template_draft
        ?.stepTemplates ?? [];
    expect(after.map(({ name }) => name)).toEqual([
      ...before.map(({ name }) => name).filter((name) => name !== '書類選考'),
      '健康診断',
    ]);
  });

  it('always conforms to the schema, whatever is added and removed', async () => {
    const names = ['書類選考', '面接', '健康診断', '内定と条件提示', '採用要件の定義', '入社準備の最終確認'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom('追加', '削除')), { maxLength: 6 }),
        async (edits) => {
          const words = edits.map(([name, verb]) => `「${name}」を${verb}して`);
          const { fence } = await talk(['製造業', '採用', '迎える', '2か月後', ...words]);
          const steps = fence.process_template_draft?.stepTemplates ?? [];
          expect(steps.map(({ seq }) => seq)).toEqual(steps.map((_, index) => index + 1));
          expect(steps[0]?.basis).toBe('goal');
          for (const { seq, dependsOn = [] } of steps)
            for (const other of dependsOn) expect(other).toBeLessThan(seq);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('calls a tool for the template when one is offered', async () => {
    const tool: PersonaTool = {
      type: 'function',
      name: 'propose_process_template',
      description: '',
      parameters: {},
    };
    const turns: Turn[] = [{ role: 'user', text: '業種: 製造\n業務: 営業\nゴール: 契約\n期限: 来月' }];
    const outputs = await interviewPersona({ ...base, turns }, [tool]);
    expect(outputs.at(-1)).toMatchObject({
      type: 'function_call',
      name: 'propose_process_template',
      arguments: { schema: 'ai_chat_process_template.v1', process_template_draft: { name: '営業（製造）' } },
    });
  });
});
