import { describe, expect, it } from 'vitest';
import { planSteps } from './planned-step.ts';

const steps = [
  { seq: 1, name: '募集', basis: 'goal' as const, dependsOn: [] },
  { seq: 2, name: '面接', basis: 'prev' as const, dependsOn: [] },
  { seq: 3, name: '内定', basis: 'prev' as const, dependsOn: [1] },
];
const schedule = {
  due: new Map([
    [1, 100],
    [2, 103],
    [3, 101],
  ]),
  warnings: [{ seq: 2, class: 'DueAfterGoal' as const }],
  criticalPath: [1, 2],
};

describe('a planned step', () => {
  it('follows its dependencies, or the previous step when it is counted from that', () => {
    expect(planSteps(steps, schedule).map(({ follows }) => follows)).toEqual([[], [1], [1]]);
  });

  it('contains its date, its warnings and whether it is critical', () => {
    expect(planSteps(steps, schedule)[1]).toMatchObject({
      due: 103,
      warnings: ['DueAfterGoal'],
      isCritical: true,
    });
  });

  it('contains its difference from the last draft', () => {
    const step = {
      ...steps[2],
      seq: 3,
      name: '内定',
      basis: 'prev' as const,
      offsetDays: 1,
      requiredArtifacts: [],
      dependsOn: [1],
    };
    const planned = planSteps(steps, schedule, [
      { kind: 'added', step },
      { kind: 'removed', step: { ...step, seq: 2 } },
    ]);
    expect(planned.map(({ change }) => change)).toEqual([undefined, undefined, 'added']);
  });
});
