import { describe, expect, it } from 'vitest';
import { Keyring } from '../config/keyring.ts';
import { openContinuation, sealContinuation, type Continuation } from './sealed-state.ts';

const keyring = new Keyring(new Uint8Array(32).fill(3));
const continuation: Continuation = {
  v: 1,
  kind: 'state',
  text: 'x',
  profile: 'balanced',
  requireHumanApproval: false,
  maxTurns: null,
};
const seal = (runId: string, segment: number, purpose: 'input' | 'state' | 'parked') =>
  sealContinuation(keyring, { runId, segment, purpose }, continuation);

describe('a sealed continuation', () => {
  it.each([
    ['the state of this wait', 'suspended', 2, seal('run', 2, 'state'), false],
    ['the input of a run that has just begun', 'running', 0, seal('run', 0, 'input'), false],
    ['the state that a running segment began from', 'running', 3, seal('run', 2, 'state'), false],
    ['a parked run', 'suspended', 3, seal('run', 3, 'parked'), true],
    ['a parked run that was taken up again', 'running', 3, seal('run', 3, 'parked'), true],
  ] as const)('opens for %s', (_case, status, segment, state, parked) => {
    expect(openContinuation(keyring, { run_id: 'run', status, segment, state })).toMatchObject({ parked });
  });

  it.each([
    ['an earlier wait', 'suspended', 2, seal('run', 1, 'state')],
    ['a later wait', 'suspended', 2, seal('run', 3, 'state')],
    ['another run', 'suspended', 2, seal('other', 2, 'state')],
    ['the input in the place of a state', 'suspended', 2, seal('run', 0, 'input')],
    ['a parked state of another segment', 'suspended', 2, seal('run', 1, 'parked')],
    ['no state', 'suspended', 2, null],
  ] as const)('does not open for %s', (_case, status, segment, state) => {
    expect(() => openContinuation(keyring, { run_id: 'run', status, segment, state })).toThrow(
      expect.objectContaining({ code: 'AGENTS-E-RUN-STATE' }),
    );
  });
});
