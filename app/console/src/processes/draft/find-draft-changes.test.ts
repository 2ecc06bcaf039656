import { describe, expect, it } from 'vitest';
import { findDraftChanges } from './find-draft-changes.ts';

const response = (id: string, name: string, ...steps: readonly string[]) => ({
  id,
  role: 'assistant' as const,
  content: `回答です。\n\`\`\`json\n${JSON.stringify({
    schema: 'ai_chat_process_template.v1',
    answer: '回答です。',
    process_template_draft: {
      name,
      stepTemplates: steps.map((step, index) => ({
        seq: index + 1,
        name: step,
        basis: 'goal',
        offsetDays: -index,
      })),
    },
  })}\n\`\`\``,
});

describe('findDraftChanges', () => {
  it('names the first draft and real changes, and leaves out repetitions', () => {
    const changes = findDraftChanges([
      response('a', '採用', '募集'),
      { id: 'u', role: 'user', content: 'ありがとう' },
      response('b', '採用', '募集'),
      response('c', '採用', '募集', '面接'),
      response('d', '中途採用', '募集', '面接'),
      { id: 'e', role: 'assistant', content: '下書きはありません。' },
    ]);
    expect([...changes]).toEqual([
      ['a', { kind: 'first', count: 1 }],
      ['c', { kind: 'changed', count: 1 }],
      ['d', { kind: 'renamed' }],
    ]);
  });
});
