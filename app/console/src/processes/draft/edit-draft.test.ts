import { describe, expect, it } from 'vitest';
import { addStep, changeStep, moveStep, removeStep, toggleDependency } from './edit-draft.ts';
import type { DraftStep, ProcessDraft } from '../process-draft.ts';

const step = (seq: number, name: string, dependsOn: number[] = []): DraftStep => ({
  seq,
  name,
  basis: seq === 1 ? 'goal' : 'prev',
  offsetDays: seq === 1 ? -10 : 2,
  requiredArtifacts: [],
  dependsOn,
});
const hiring: ProcessDraft = {
  name: '採用',
  steps: [step(1, '募集'), step(2, '面接', [1]), step(3, '内定', [1, 2])],
};
const shape = ({ steps }: ProcessDraft) => steps.map(({ seq, name, dependsOn }) => [seq, name, dependsOn]);

describe('editing a draft manually', () => {
  it('changes only the given fields', () => {
    const changed = changeStep(hiring, 2, { name: '一次面接', offsetDays: 5 });
    expect(changed.steps[1]).toEqual({ ...hiring.steps[1], name: '一次面接', offsetDays: 5 });
    expect(changed.steps[0]).toBe(hiring.steps[0]);
  });

  it('adds a step after the last one', () => {
    expect(addStep(hiring, '入社').steps[3]).toMatchObject({ seq: 4, name: '入社', basis: 'prev' });
  });

  it('counts the first step of an empty draft from the goal', () => {
    expect(addStep({ name: '', steps: [] }, '準備').steps[0]).toMatchObject({ seq: 1, basis: 'goal' });
  });

  it('renumbers the steps after a removal and removes dependencies on the removed step', () => {
    expect(shape(removeStep(hiring, 1))).toEqual([
      [1, '面接', []],
      [2, '内定', [1]],
    ]);
  });

  it('retains the dependencies when a step moves', () => {
    expect(shape(moveStep(hiring, 1, 1))).toEqual([
      [1, '面接', [2]],
      [2, '募集', []],
      [3, '内定', [1, 2]],
    ]);
  });

  it.each([
    [1, -1],
    [3, 1],
    [9, 1],
  ])('does not change the draft when step %i cannot move by %i', (seq, by) => {
    expect(moveStep(hiring, seq, by)).toBe(hiring);
  });

  it('adds a dependency and removes it again', () => {
    const added = toggleDependency(hiring, 2, 1);
    expect(added.steps[1]?.dependsOn).toEqual([]);
    expect(toggleDependency(added, 2, 1).steps[1]?.dependsOn).toEqual([1]);
  });
});
