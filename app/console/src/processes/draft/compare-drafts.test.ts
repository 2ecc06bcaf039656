import { describe, expect, it } from 'vitest';
import { compareDrafts, type StepDifference } from './compare-drafts.ts';
import { addStep, changeStep, moveStep, removeStep, toggleDependency } from './edit-draft.ts';
import type { DraftStep, ProcessDraft } from '../process-draft.ts';

const step = (seq: number, name: string, dependsOn: number[] = []): DraftStep => ({
  seq,
  name,
  basis: 'goal',
  offsetDays: -seq,
  requiredArtifacts: [],
  dependsOn,
});
const before: ProcessDraft = {
  name: '採用',
  steps: [step(1, '募集'), step(2, '面接', [1]), step(3, '内定', [2]), step(4, '入社', [3])],
};
const format = (differences: readonly StepDifference[]) =>
  differences.map((difference) =>
    difference.kind === 'changed'
      ? `${difference.before.name}>${difference.after.name}: ${difference.fields.join()}`
      : `${difference.kind} ${difference.step.name}`,
  );

describe('compareDrafts', () => {
  it('returns no differences for equal drafts', () => {
    expect(compareDrafts(before, structuredClone(before))).toEqual([]);
  });

  it('reports an added step, and the steps after it as unchanged', () => {
    const inserted = {
      ...before,
      steps: [
        step(1, '募集'),
        step(2, '書類選考', [1]),
        { ...step(3, '面接', [1]), offsetDays: -2 },
        { ...step(4, '内定', [3]), offsetDays: -3 },
        { ...step(5, '入社', [4]), offsetDays: -4 },
      ],
    };
    expect(format(compareDrafts(before, inserted))).toEqual(['added 書類選考']);
  });

  it('reports a removed step and the removed dependencies on it', () => {
    expect(format(compareDrafts(before, removeStep(before, 2)))).toEqual([
      '内定>内定: dependsOn',
      'removed 面接',
    ]);
  });

  it('recognizes a renamed step by its neighbors', () => {
    const renamed = changeStep(before, 2, { name: '最終面接' });
    expect(format(compareDrafts(before, renamed))).toEqual(['面接>最終面接: name']);
  });

  it('lists every changed field of a step', () => {
    const changed = toggleDependency(changeStep(before, 3, { basis: 'prev', offsetDays: 4 }), 3, 1);
    expect(format(compareDrafts(before, changed))).toEqual(['内定>内定: basis,offsetDays,dependsOn']);
  });

  it('reports only the step that changed its position as moved', () => {
    const moved = moveStep(moveStep(before, 1, 1), 2, 1);
    expect(format(compareDrafts(before, moved))).toEqual(['募集>募集: order']);
  });

  it('matches steps of the same name one to one', () => {
    const twice = addStep(before, '面接');
    expect(format(compareDrafts(before, twice))).toEqual(['added 面接']);
    expect(format(compareDrafts(twice, before))).toEqual(['removed 面接']);
  });

  it('reports every step of a first draft as added', () => {
    expect(compareDrafts({ name: '', steps: [] }, before)).toHaveLength(4);
  });
});
