import { describe, expect, it } from 'vitest';
import { Keyring } from '../config/keyring.ts';
import { openContinuation, resealContinuation, sealContinuation, type Continuation } from './continuation.ts';

const keyring = new Keyring(new Uint8Array(32).fill(3));
const continuation: Continuation = {
  v: 1,
  kind: 'state',
  text: 'x',
  profile: 'balanced',
  requireHumanApproval: false,
  maxTurns: null,
  application: 'shop',
};
const seal = (runId: string, segment: number, purpose: 'input' | 'state' | 'parked') =>
  sealContinuation(keyring, { runId, segment, purpose }, continuation);

describe('a sealed continuation', () => {
  it.each([
    ['the state of this wait', 'suspended', 2, seal('run', 2, 'state'), false],
    ['the input of a new run', 'running', 0, seal('run', 0, 'input'), false],
    ['the state from which a running segment started', 'running', 3, seal('run', 2, 'state'), false],
    ['a parked run', 'suspended', 3, seal('run', 3, 'parked'), true],
    ['a parked run that was claimed again', 'running', 3, seal('run', 3, 'parked'), true],
  ] as const)('opens for %s', (_case, status, segment, state, parked) => {
    const run = { run_id: 'run', application: 'shop', status, segment, state };
    expect(openContinuation(keyring, run)).toMatchObject({ parked });
  });

  it.each([
    ['an earlier wait', 'suspended', 2, seal('run', 1, 'state')],
    ['a later wait', 'suspended', 2, seal('run', 3, 'state')],
    ['another run', 'suspended', 2, seal('other', 2, 'state')],
    ['the input instead of a state', 'suspended', 2, seal('run', 0, 'input')],
    ['a parked state of another segment', 'suspended', 2, seal('run', 1, 'parked')],
    ['no state', 'suspended', 2, null],
  ] as const)('does not open for %s', (_case, status, segment, state) => {
    const run = { run_id: 'run', application: 'shop', status, segment, state };
    expect(() => openContinuation(keyring, run)).toThrow(
      expect.objectContaining({ code: 'AGENTS-E-RUN-STATE' }),
    );
  });
});

describe('the application of a sealed continuation', () => {
  const binding = { runId: 'run', segment: 2, purpose: 'state' } as const;
  const { application: _application, ...unnamed } = continuation;
  const sealed = { shop: seal('run', 2, 'state'), none: sealContinuation(keyring, binding, unnamed) };
  const stored = (application: string, state: Uint8Array) =>
    ({ run_id: 'run', application, status: 'suspended', segment: 2, state }) as const;

  it.each([
    ['another application', 'bank', sealed.shop],
    ['no application', '', sealed.shop],
    ['an application although none was sealed', 'shop', sealed.none],
  ])('does not open when the row names %s', (_case, application, state) => {
    const expected = expect.objectContaining({
      code: 'AGENTS-E-RUN-STATE',
      message: expect.stringContaining(`"${application}"`),
    });
    expect(() => openContinuation(keyring, stored(application, state))).toThrow(expected);
    expect(() => resealContinuation(keyring, stored(application, state), 'bank')).toThrow(expected);
  });

  it('opens without an application for a row without one, and can be resealed with one', () => {
    expect(openContinuation(keyring, stored('', sealed.none))).toEqual({
      continuation: unnamed,
      parked: false,
    });
    const adopted = resealContinuation(keyring, stored('', sealed.none), 'shop');
    expect(openContinuation(keyring, stored('shop', adopted))).toEqual({ continuation, parked: false });
  });
});
