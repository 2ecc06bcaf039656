import { describe, expect, it } from 'vitest';
import { shouldEmitResponseText } from '../internal/flow.ts';
import { chooseNextStep, type NextStep, type RoundEnd } from '../internal/loop.ts';

const round: RoundEnd = {
  iteration: 2,
  maximumIterations: 6,
  isConcluding: false,
  isOutOfTime: false,
  outcome: 'called-tools',
};

describe('chooseNextStep', () => {
  it.each<[string, Partial<RoundEnd>, NextStep]>([
    ['tools were called', {}, 'continue'],
    ['the last round called tools', { iteration: 6 }, 'conclude'],
    ['the only round called tools', { iteration: 1, maximumIterations: 1 }, 'conclude'],
    ['the time limit is exceeded', { isOutOfTime: true }, 'conclude'],
    ['the model answered', { outcome: 'answered' }, 'stop'],
    [
      'the model answered after the deadline',
      { outcome: 'answered', isOutOfTime: true, iteration: 6 },
      'stop',
    ],
    ['the model returned nothing', { outcome: 'empty' }, 'conclude'],
    ['the model failed after tool calls', { outcome: 'failed' }, 'conclude'],
    ['the model failed in the first round', { outcome: 'failed', iteration: 1 }, 'stop'],
    ['the conclusion is complete', { isConcluding: true, outcome: 'answered' }, 'stop'],
    ['the conclusion is empty', { isConcluding: true, outcome: 'empty' }, 'stop'],
    ['the conclusion failed', { isConcluding: true, outcome: 'failed' }, 'stop'],
  ])('when %s', (_case, change, step) => {
    expect(chooseNextStep({ ...round, ...change })).toBe(step);
  });
});

describe('shouldEmitResponseText', () => {
  it.each([
    [false, false, false, true],
    [false, false, true, true],
    [false, true, false, true],
    [false, true, true, true],
    [true, true, false, true],
    [true, true, true, true],
    [true, false, false, false],
    [true, false, true, true],
  ])(
    'calls %s, thoughts %s, final %s: %s',
    (hasToolCalls, emitIntermediateThoughts, isFinalIteration, shown) => {
      expect(shouldEmitResponseText({ hasToolCalls, emitIntermediateThoughts, isFinalIteration })).toBe(
        shown,
      );
    },
  );
});
