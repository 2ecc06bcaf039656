import { ModelRegistry } from '@sekisho/responses';
import { describe, expect, it } from 'vitest';
import type { IrisArguments } from './iris-arguments.ts';
import { irisDefaults } from './iris-settings.ts';
import { planRequest } from './plan-request.ts';
import { RequestPlanner } from './request-planner.ts';

const registry = new ModelRegistry();
const retiring = registry.entries.find(({ shutdownDate }) => shutdownDate !== undefined);
const lastDay = Date.parse(`${retiring?.shutdownDate ?? ''}T00:00:00Z`) - 1;

const requests: IrisArguments[] = [
  { input: 'one' },
  { input: 'two', previous_response_id: 'resp_1' },
  { input: 'three', model: 'deep', reasoningEffort: 'minimal' },
  { input: 'four', useWebSearch: false, useCodeInterpreter: true, verbosity: 'low' },
  { input: 'five', instructions: 'Be brief.', background: true },
  { input: 'six', maxCostUsd: 1 },
  { input: 'seven times as long', maxCostUsd: 1 },
  { input: 'eight', ...(retiring ? { model: retiring.id } : {}) },
];

describe('RequestPlanner', () => {
  it.each([100, 2])(
    'returns the same plan with and without its cache, with a capacity of %i plans',
    (capacity) => {
      const planner = new RequestPlanner({ registry, defaults: irisDefaults, capacity });
      // Each day occurs twice: a cached plan must equal a computed one, on the day before a shutdown and after it.
      for (const now of [lastDay, lastDay + 1, lastDay, lastDay + 1]) {
        for (const args of [...requests, ...requests]) {
          const worked = planRequest(args, { registry, defaults: irisDefaults, now });
          expect(planner.plan(args, now)).toEqual(worked);
        }
      }
    },
  );

  it('rejects invalid arguments every time', () => {
    const planner = new RequestPlanner({ registry, defaults: { ...irisDefaults, maxCostUsd: 0.000_000_1 } });
    for (const _time of [1, 2]) expect(() => planner.plan({ input: 'one' }, lastDay)).toThrow('budget');
  });
});
