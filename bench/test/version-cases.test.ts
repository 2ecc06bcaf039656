import { describe, expect, it } from 'vitest';
import { casesOf, type WorkGroup } from '../sides/compare-versions.ts';
import type { SideSample } from '../sides/side-message.ts';

const GROUP: WorkGroup = {
  label: '1 call',
  work: { tool: 'read', calls: 1 },
  stores: ['memory', 'sqlite'],
  goals: { memory: 1.4 },
};

const samplesOf = (cpu: Readonly<Record<string, number>>) =>
  new Map(
    Object.entries(cpu).map(([name, value]): [string, SideSample[]] => [
      name,
      Array.from({ length: 3 }, () => ({ cpu: value, wall: 0, loopP99: 0, loopMax: 0 })),
    ]),
  );

const NOW = { bare: 10, again: 11, 'now memory': 13, 'now sqlite': 20 };

describe('the cases of a kind of work', () => {
  it('begin with the noise: the bare SDK beside itself', () => {
    const [noise] = casesOf(GROUP, samplesOf(NOW));
    expect(noise).toMatchObject({
      case: 'noise · 1 call · bare SDK beside itself',
      ratio: 1.1,
      goal: 'none',
    });
  });

  it('omit version 0.1 when it was not measured', () => {
    expect(casesOf(GROUP, samplesOf(NOW)).map(({ case: name }) => name)).toEqual([
      'noise · 1 call · bare SDK beside itself',
      '1 call, memory · now beside bare SDK',
      '1 call, SQLite · now beside bare SDK',
    ]);
  });

  it('have a goal for the stores that have one', () => {
    const [, memory, sqlite] = casesOf(GROUP, samplesOf(NOW));
    expect(memory).toMatchObject({ ratio: 1.3, goal: '<= 1.4', holds: true });
    expect(sqlite).toMatchObject({ ratio: 2, goal: 'none', holds: true });
    const [, slow] = casesOf(GROUP, samplesOf({ ...NOW, 'now memory': 15 }));
    expect(slow).toMatchObject({ ratio: 1.5, holds: false });
  });

  it('compare the overheads of both versions', () => {
    const cases = casesOf(GROUP, samplesOf({ ...NOW, '0.1 memory': 20, '0.1 sqlite': 25 }));
    const overheads = cases.filter(({ case: name }) => name.includes('overhead'));
    expect(overheads).toMatchObject([
      { ours: 3, other: 10, ratio: 0.3, goal: '<= 0.5', holds: true },
      { ours: 10, other: 15, holds: false },
    ]);
    expect(cases.find(({ case: name }) => name.includes('0.1 beside bare'))?.ratio).toBe(2);
  });
});
