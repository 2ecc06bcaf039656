import { describe, expect, it } from 'vitest';
import { TemplateDraftMapper } from './template-draft-mapper.ts';

const mapper = new TemplateDraftMapper();
const base = { schema: 'ai_chat_process_template.v1' as const, answer: '', missing_information: undefined };
const step = {
  seq: 1,
  name: '準備',
  basis: 'goal' as const,
  offsetDays: -14,
  requiredArtifacts: [{ kind: '要件書', description: undefined }],
  dependsOn: [],
};

describe('TemplateDraftMapper', () => {
  it('copies every field unchanged', () => {
    const draft = { name: '採用', stepTemplates: [step] };
    expect(mapper.toCreateDto({ ...base, process_template_draft: draft })).toEqual(draft);
  });

  it('names a draft without a name', () => {
    const draft = { name: undefined, stepTemplates: [step] };
    expect(mapper.toCreateDto({ ...base, process_template_draft: draft })?.name).toBe('名称未設定のプロセス');
  });

  it('returns undefined without a draft', () => {
    expect(mapper.toCreateDto({ ...base, process_template_draft: undefined })).toBeUndefined();
  });
});
