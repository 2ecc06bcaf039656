import { describe, expect, it } from 'vitest';
import { aiChatProcessTemplateSchema } from '../../../../server/src/chat/draft/template-draft.ts';
import { readTemplateDocument } from './read-template-document.ts';

const step = { seq: 1, name: '募集', basis: 'goal', offsetDays: -20 };
const document = (fields: object) => ({ schema: 'ai_chat_process_template.v1', answer: '', ...fields });
const withStep = (fields: object) =>
  document({ process_template_draft: { name: '採用', stepTemplates: [{ ...step, ...fields }] } });

describe('readTemplateDocument', () => {
  it('returns every field', () => {
    const artifacts = [{ kind: '稟議書', description: null }];
    expect(readTemplateDocument(withStep({ requiredArtifacts: artifacts, dependsOn: null }))).toEqual({
      missing: [],
      draft: {
        name: '採用',
        steps: [{ ...step, requiredArtifacts: [{ kind: '稟議書' }], dependsOn: [] }],
      },
    });
  });

  it.each([
    document({}),
    document({ missing_information: ['期限'], process_template_draft: null }),
    document({ process_template_draft: { name: null, stepTemplates: [] } }),
    withStep({ offsetDays: 365, dependsOn: [1, 2] }),
    withStep({ name: 'あ'.repeat(200), requiredArtifacts: [{ kind: 'x', description: '' }] }),
    withStep({ unknown: true }),
    withStep({ requiredArtifacts: Array.from({ length: 50 }, () => ({ kind: 'x' })) }),
  ])('accepts what the server accepts: %j', (value) => {
    expect(aiChatProcessTemplateSchema.safeParse(value).success).toBe(true);
    expect(readTemplateDocument(value)).toBeDefined();
  });

  it.each([
    null,
    [],
    'text',
    {},
    { schema: 'other', answer: '' },
    { schema: 'ai_chat_process_template.v1' },
    document({ missing_information: '期限' }),
    document({ missing_information: [1] }),
    document({ process_template_draft: [] }),
    document({ process_template_draft: {} }),
    document({ process_template_draft: { stepTemplates: null } }),
    document({ process_template_draft: { name: ' ', stepTemplates: [] } }),
    document({ process_template_draft: { stepTemplates: ['x'] } }),
    withStep({ seq: 0 }),
    withStep({ seq: 1.5 }),
    withStep({ seq: '1' }),
    withStep({ name: '' }),
    withStep({ name: 'a'.repeat(201) }),
    withStep({ basis: 'next' }),
    withStep({ offsetDays: -366 }),
    withStep({ offsetDays: 0.5 }),
    withStep({ offsetDays: undefined }),
    withStep({ dependsOn: 1 }),
    withStep({ dependsOn: ['1'] }),
    withStep({ dependsOn: Array.from({ length: 501 }, () => 1) }),
    withStep({ requiredArtifacts: [{}] }),
    withStep({ requiredArtifacts: [{ kind: '' }] }),
    withStep({ requiredArtifacts: [{ kind: 'x', description: 1 }] }),
    withStep({ requiredArtifacts: [{ kind: 'x', description: 'a'.repeat(2001) }] }),
    withStep({ requiredArtifacts: Array.from({ length: 51 }, () => ({ kind: 'x' })) }),
  ])('rejects what the server rejects: %j', (value) => {
    expect(aiChatProcessTemplateSchema.safeParse(value).success).toBe(false);
    expect(readTemplateDocument(value)).toBeUndefined();
  });
});
