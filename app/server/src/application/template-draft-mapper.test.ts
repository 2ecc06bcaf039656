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
  it('carries every field over as it is', () => {
    const draft = { name: '採用', stepTemplates: [step] };
    expect(mapper.toCreateDto({ ...base, process_template_draft: draft })).toEqual(draft);
  });

  it('names what has no name', () => {
    const draft = { name: undefined, stepTemplates: [step] };
    expect(mapper.toCreateDto({ ...base, process_template_draft: draft })?.name).toBe('名称未設定のプロセス');
  });

  it('makes nothing of nothing', () => {
    expect(mapper.toCreateDto({ ...base, process_template_draft: undefined })).toBeUndefined();
  });
});
