import { describe, expect, it } from 'vitest';
import { runState, storedStatusOf } from './run-state.ts';

describe('runState', () => {
  it.each([
    ['running', 'me', 0, 0, true, 'running'],
    ['running', 'me', 0, 0, false, 'interrupted'],
    ['suspended', 'me', 0, 2, true, 'waiting'],
    ['suspended', 'me', 0, 2, false, 'waiting'],
    ['suspended', 'me', 0, 0, true, 'decided'],
    ['running', 'queue', 1, 0, false, 'decided'],
    ['running', 'queue', 0, 0, false, 'interrupted'],
    ['running', 'me', 1, 0, true, 'continuing'],
    ['running', 'me', 1, 0, false, 'interrupted'],
    ['done', 'me', 0, 0, false, 'done'],
    ['denied', 'me', 0, 0, false, 'stopped'],
    ['failed', 'me', 0, 0, false, 'failed'],
    ['expired', 'me', 0, 0, false, 'expired'],
  ] as const)(
    'of a run that is %s of %s in segment %i',
    (status, owner, segment, waiting, isProgramRunning, state) => {
      expect(runState({ status, owner, segment }, { waiting, isProgramRunning })).toBe(state);
      // Without a stored status, all runs are searched.
      expect(storedStatusOf(state) ?? status).toBe(status);
    },
  );
});
