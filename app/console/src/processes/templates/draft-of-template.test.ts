import { describe, expect, it } from 'vitest';
import { draftOfTemplate } from './draft-of-template.ts';

describe('draftOfTemplate', () => {
  it('converts the ids of dependencies to numbers and retains every other field', () => {
    const step = { basis: 'goal' as const, offsetDays: -3, requiredArtifacts: [{ kind: 'mail' }] };
    const template = {
      id: 't',
      name: '採用',
      version: 2,
      createdAt: '2026-11-17T05:00:00.000Z',
      stepTemplates: [
        { ...step, id: 'a', seq: 1, name: '募集', dependsOn: [] },
        { ...step, id: 'b', seq: 2, name: '面接', dependsOn: ['a'] },
        { ...step, id: 'c', seq: 3, name: '内定', dependsOn: ['b', 'a'] },
      ],
    };
    expect(draftOfTemplate(template)).toEqual({
      name: '採用',
      steps: [
        { ...step, seq: 1, name: '募集', dependsOn: [] },
        { ...step, seq: 2, name: '面接', dependsOn: [1] },
        { ...step, seq: 3, name: '内定', dependsOn: [1, 2] },
      ],
    });
  });
});
