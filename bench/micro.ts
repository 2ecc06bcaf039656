import type { BenchReport } from './bench-case.ts';
import { NO_BASELINE } from './sides/baseline.ts';
import { compareVersions, type WorkGroup } from './sides/compare-versions.ts';

interface Options {
  readonly quick?: boolean;
  readonly baseline?: string | undefined;
}

/**
 * Short runs with a model that responds immediately: the bare SDK, this version and version 0.1, each in its own process.
 * `sdk` compares similar work in one process, where both sides share the compiled code of the SDK.
 */
export async function benchMicro({ quick = false, baseline }: Options = {}): Promise<BenchReport> {
  const cases = await compareVersions({ groups: GROUPS, baseline, quick });
  return { bench: 'micro', cases, notes: baseline === undefined ? [NO_BASELINE] : [] };
}

const BOTH = ['memory', 'sqlite'] as const;

const GROUPS: readonly WorkGroup[] = [
  { label: '1 turn', work: { tool: 'read', calls: 0 }, stores: BOTH, goals: { memory: 1.4 } },
  {
    label: '1 call of a declared read',
    work: { tool: 'read', calls: 1 },
    stores: BOTH,
    goals: { memory: 1.7 },
  },
  {
    label: '10 calls of a declared read',
    work: { tool: 'read', calls: 10 },
    stores: BOTH,
    goals: { memory: 1.3, sqlite: 1.8 },
  },
  { label: '1 call of an undeclared tool', work: { tool: 'undeclared', calls: 1 }, stores: BOTH, goals: {} },
  {
    label: '10 calls of an undeclared tool',
    work: { tool: 'undeclared', calls: 10 },
    stores: BOTH,
    goals: {},
  },
  { label: '10 calls with effects', work: { tool: 'effect', calls: 10 }, stores: BOTH, goals: {} },
  {
    label: 'suspend, approve, resume',
    work: { tool: 'approval', calls: 1 },
    stores: BOTH,
    goals: { memory: 1.7 },
  },
];
