import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findStepProblem } from './check-steps.ts';
import type { StepDraft } from './process-step.ts';
import { resolveDependencies } from './resolve-dependencies.ts';

const step = (seq: number, dependsOn?: number[]): StepDraft => ({
  seq,
  name: `s${seq}`,
  basis: seq === 1 ? 'goal' : 'prev',
  offsetDays: 1,
  dependsOn,
});

describe('resolveDependencies', () => {
  it('replaces numbers by ids in any order of the list', () => {
    let count = 0;
    const made = resolveDependencies([step(3, [1, 2]), step(1), step(2, [1])], () => `id${(count += 1)}`);
    expect('steps' in made && made.steps.map(({ id, seq, dependsOn }) => [id, seq, dependsOn])).toEqual([
      ['id1', 1, []],
      ['id2', 2, ['id1']],
      ['id3', 3, ['id1', 'id2']],
    ]);
  });

  it.each([
    ['NoSteps', []],
    ['SeqGap', [step(1), step(3)]],
    ['SeqDuplicate', [step(1), step(2), step(2)]],
    ['FirstStepBasis', [{ ...step(1), basis: 'prev' as const }]],
    ['DependencyUnknown', [step(1), step(2, [3])]],
    ['DependencyDuplicate', [step(1), step(2, [1, 1])]],
    ['ForwardReference', [step(1), step(2, [3]), step(3)]],
    ['Cycle', [step(1), step(2, [3]), step(3, [2])]],
    ['Cycle', [step(1, [1])]],
    ['Cycle', [step(1), step(2, [4]), step(3, [2]), step(4, [3])]],
  ])('rejects steps with %s', (expected, steps) => {
    const made = resolveDependencies(steps, () => 'id');
    expect('problem' in made && made.problem.class).toBe(expected);
  });
});

describe('findStepProblem', () => {
  it('finds a cycle exactly when a step can reach itself', () => {
    const graphs = fc
      .array(fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }), { minLength: 6, maxLength: 6 })
      .map((lists) => lists.map((dependsOn, index) => step(index + 1, dependsOn)));
    fc.assert(
      fc.property(graphs, (steps) => {
        const reach = (from: number, seen: Set<number>): Set<number> => {
          for (const next of steps[from - 1]?.dependsOn ?? [])
            if (!seen.has(next)) reach(next, seen.add(next));
          return seen;
        };
        const hasCycle = steps.some(({ seq }) => reach(seq, new Set()).has(seq));
        const hasForward = steps.some(({ seq, dependsOn = [] }) => dependsOn.some((other) => other > seq));
        expect(findStepProblem(steps)?.class).toBe(
          hasCycle ? 'Cycle' : hasForward ? 'ForwardReference' : undefined,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('checks a chain of 10,000 steps', () => {
    const steps = Array.from({ length: 10_000 }, (_, index) => step(index + 1, index === 0 ? [] : [index]));
    expect(findStepProblem(steps)).toBeUndefined();
  });
});
