import { describe, expect, it } from 'vitest';
import { casesOf } from '../durable/compare-peers.ts';
import type { SideSample } from '../sides/side-message.ts';

const sample = (wall: number, counts: Partial<SideSample> = {}): SideSample[] => [
  { cpu: 1, wall, loopP99: 0, loopMax: 0, ...counts },
];

const ratioOf = (cases: ReturnType<typeof casesOf>, name: string) =>
  cases.find(({ case: each }) => each === name);

describe('the cases of cycles beside other runtimes', () => {
  it('are rates, so a shorter cycle gives a ratio above 1', () => {
    const samples = new Map([
      ['now', sample(5)],
      ['langgraph', sample(10)],
      ['mastra', sample(2.5)],
    ] as const);
    const cases = casesOf('postgres', 1, samples);
    expect(ratioOf(cases, 'PostgreSQL beside LangGraph PostgresSaver, 1 at once, cycles/s')).toMatchObject({
      ours: 200,
      other: 100,
      ratio: 2,
      goal: 'none',
    });
    expect(ratioOf(cases, 'PostgreSQL beside Mastra PostgresStore, 1 at once, cycles/s')).toMatchObject({
      ratio: 0.5,
      goal: '>= 0.9',
      holds: false,
    });
  });

  it('contain round trips of one run at a time', () => {
    const samples = new Map([
      ['now', sample(5, { trips: 8 })],
      ['0.1', sample(5, { trips: 9 })],
      ['langgraph', sample(5, { trips: 16 })],
      ['mastra', sample(5, { trips: 14 })],
    ] as const);
    const name = 'PostgreSQL beside LangGraph PostgresSaver, 1 at once, round trips a cycle';
    expect(ratioOf(casesOf('postgres', 1, samples), name)).toMatchObject({
      ours: 8,
      other: 16,
      goal: 'ours <= 5',
      holds: false,
    });
    expect(ratioOf(casesOf('postgres', 1, samples), `version 0.1, ${name}`)).toMatchObject({
      ours: 9,
      goal: 'none',
      holds: true,
    });
    expect(casesOf('postgres', 32, samples).some(({ case: each }) => each.includes('trips'))).toBe(false);
  });

  it('omit syncs that were not counted', () => {
    const sides = ['now', 'langgraph', 'langgraph-synced', 'mastra'] as const;
    const counted = new Map(sides.map((side) => [side, sample(5, { syncs: 4 })]));
    const uncounted = new Map(sides.map((side) => [side, sample(5)]));
    const name = 'SQLite beside LangGraph SqliteSaver, 1 at once, syncs a cycle';
    expect(ratioOf(casesOf('sqlite', 1, counted), name)).toMatchObject({ ours: 4, holds: true });
    expect(ratioOf(casesOf('sqlite', 1, uncounted), name)).toBeUndefined();
  });
});
