import { describe, expect, it } from 'vitest';
import { readAssistantMessage } from './read-assistant-message.ts';

const response = (document: object) =>
  `下書きを作りました。\n\n\`\`\`json\n${JSON.stringify({ schema: 'ai_chat_process_template.v1', answer: '', ...document })}\n\`\`\``;
const steps = [
  { seq: 2, name: '面接', basis: 'prev', offsetDays: 3, dependsOn: [1] },
  { seq: 1, name: '募集', basis: 'goal', offsetDays: -20 },
];

describe('readAssistantMessage', () => {
  it('removes the JSON from the displayed text', () => {
    expect(readAssistantMessage(response({})).text).toBe('下書きを作りました。');
  });

  it('finds the missing information', () => {
    expect(readAssistantMessage(response({ missing_information: ['期限', '担当者'] })).missing).toEqual([
      '期限',
      '担当者',
    ]);
  });

  it('returns the steps of the draft in order with every field', () => {
    const { draft } = readAssistantMessage(
      response({ process_template_draft: { name: '採用', stepTemplates: steps } }),
    );
    expect(draft).toEqual({
      name: '採用',
      steps: [
        { seq: 1, name: '募集', basis: 'goal', offsetDays: -20, requiredArtifacts: [], dependsOn: [] },
        { seq: 2, name: '面接', basis: 'prev', offsetDays: 3, requiredArtifacts: [], dependsOn: [1] },
      ],
    });
  });

  it('finds the draft in a block without a closing fence when its JSON is complete', () => {
    const whole = response({ process_template_draft: { name: '採用', stepTemplates: steps } });
    const open = whole.slice(0, whole.lastIndexOf('\n'));
    expect(readAssistantMessage(open)).toEqual(readAssistantMessage(whole));
  });

  it.each([
    ['no block', 'こんにちは', 'こんにちは'],
    ['an unterminated block', 'はい\n```json\n{"schema":', 'はい'],
    ['invalid JSON', 'はい\n```json\n{oops}\n```', 'はい'],
    ['another schema', 'はい\n```json\n{"schema":"other"}\n```', 'はい'],
    ['code that is not JSON', 'はい\n```sh\nls\n```', 'はい\n```sh\nls\n```'],
  ])('finds no draft in %s', (_case, content, text) => {
    expect(readAssistantMessage(content)).toEqual({ text, missing: [], draft: undefined });
  });

  it('rejects a draft with circular dependencies', () => {
    const circle = steps.map((step) => ({ ...step, dependsOn: [3 - step.seq] }));
    const { draft } = readAssistantMessage(response({ process_template_draft: { stepTemplates: circle } }));
    expect(draft).toBeUndefined();
  });
});
