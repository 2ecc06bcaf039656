import { afterEach, describe, expect, it, vi } from 'vitest';
import { RuleSafetyAgent } from '../../../engine/src/gate/rule-safety-agent.ts';
import { createRunner } from './create-runner.ts';
import { requireNode } from '../../../engine/src/run/require-node.ts';

const ownStore = () => Promise.reject(new Error('not opened'));

describe('the version of Node', () => {
  it.each([
    ['20.20.2', undefined],
    ['18.20.8', undefined],
    ['22.12.0', '3.47.1'],
  ])('%s is rejected for every store', (node, sqlite) => {
    for (const store of [undefined, { directory: 'x' }, 'memory', ownStore] as const) {
      expect(() => requireNode(store, { node, sqlite })).toThrow(
        expect.objectContaining({
          code: 'AGENTS-E-RUNNER-CONFIG',
          message: `Node ${node} is too old for Sekisho. Install Node 24, or 22.22.3 or newer of Node 22, and start the program again.`,
        }),
      );
    }
  });

  // Measured: `node -p process.versions.sqlite` of each version.
  it.each([
    ['22.13.0', '3.47.2'],
    ['22.22.2', '3.51.2'],
    ['24.0.0', '3.49.1'],
    ['24.14.1', '3.51.2'],
    ['25.8.0', '3.51.2'],
  ])('%s is rejected for the embedded store only, because of SQLite %s', (node, sqlite) => {
    for (const store of [undefined, { directory: 'x' }] as const) {
      expect(() => requireNode(store, { node, sqlite })).toThrow(
        expect.objectContaining({
          code: 'AGENTS-E-STORE',
          message: expect.stringMatching(
            /^Node [\d.]+ has SQLite [\d.]+, .*Install Node 22\.22\.3, 24\.15\.0, 26\.0\.0/,
          ),
        }),
      );
    }
    expect(() => requireNode('memory', { node, sqlite })).not.toThrow();
    expect(() => requireNode(ownStore, { node, sqlite })).not.toThrow();
  });

  it.each([
    ['22.22.3', '3.51.3'],
    ['24.15.0', '3.51.3'],
    ['25.9.0', '3.51.3'],
    ['26.0.0', '3.51.3'],
    ['24.99.0', undefined],
  ])('%s is accepted', (node, sqlite) => {
    expect(() => requireNode(undefined, { node, sqlite })).not.toThrow();
  });
});

describe('createRunner()', () => {
  const { versions } = process;
  afterEach(() => void Object.defineProperty(process, 'versions', { value: versions }));

  it('rejects an old Node before it reads or writes anything', () => {
    const clock = vi.fn<() => number>(() => 0);
    Object.defineProperty(process, 'versions', { value: { ...versions, node: '20.20.2' } });
    const make = () => createRunner({ safetyAgent: new RuleSafetyAgent(), clock });
    expect(make).toThrow('Node 20.20.2 is too old');
    expect(clock).not.toHaveBeenCalled();
  });
});
