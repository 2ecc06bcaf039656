import { describe, expect, it, vi } from 'vitest';
import { command } from '../../cli/test/command-host.ts';
import { createRunner, RuleSafetyAgent } from '../src/index.ts';

const run = (args: string[], module: object = {}) =>
  command(args, { importModule: async () => module }).then(({ code, said, complained }) => ({
    code,
    said: said + complained,
  }));

describe('commands with the runner of a module', () => {
  it.each([[['worker', '--help']], [['worker', '-h']], [['worker', 'x.js', '--help']]])(
    'prints the help for %j',
    async (args) => {
      expect(await run(args)).toMatchObject({
        code: 0,
        said: expect.stringContaining('sekisho worker <module>'),
      });
    },
  );

  it('rejects a second module', async () => {
    expect(await run(['worker', 'a.js', 'b.js'])).toMatchObject({
      code: 2,
      said: expect.stringContaining('b.js'),
    });
  });

  it('closes the runner when the worker cannot start', async () => {
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory' });
    const close = vi.spyOn(runner, 'close');
    expect(await run(['worker', 'a.js', '--poll', 'often'], { runner })).toMatchObject({ code: 1 });
    expect(close).toHaveBeenCalledOnce();
  });

  it.each([[['accept-restore', 'a.js']], [['accept-restore', 'a.js', '--by', 'mika']]])(
    'requires %j to state the reason of a restore',
    async (args) => {
      expect(await run(args)).toMatchObject({ code: 2, said: expect.stringContaining('--reason') });
    },
  );

  it('accepts a restore through the runner of the module', async () => {
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory' });
    const accepted = { from: { seq: 9, hash: 'h' }, to: { seq: 4, hash: 'g' } };
    const accept = vi.spyOn(runner, 'acceptRestore').mockResolvedValue(accepted);
    const args = ['accept-restore', 'a.js', '--by', 'mika', '--reason', 'disk failure'];
    expect(await run(args, { runner })).toMatchObject({
      code: 0,
      said: expect.stringContaining('after record 4'),
    });
    expect(accept).toHaveBeenCalledWith({ by: { id: 'mika' }, reason: 'disk failure' });
  });

  it('stops calls, lists the stops, and starts calls again', async () => {
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory' });
    vi.spyOn(runner, 'close').mockResolvedValue();
    const stop = (change: string, ...target: string[]) =>
      run([change, 'a.js', ...target, '--by', 'mika', '--reason', 'wrong'], { runner });
    expect(await run(['stop', 'a.js', '--by', 'mika'], { runner })).toMatchObject({ code: 2 });
    expect(await stop('stop', '--tool', 'pay')).toMatchObject({
      code: 0,
      said: expect.stringContaining('running calls finish'),
    });
    expect(await run(['status', 'a.js'], { runner })).toMatchObject({
      code: 0,
      said: expect.stringMatching(/"tool":"pay".*"by":"mika"/),
    });
    expect(await stop('start')).toMatchObject({ code: 1, said: expect.stringContaining('no stop') });
    expect(await stop('start', '--tool', 'pay')).toMatchObject({ code: 0 });
    expect(await run(['status', 'a.js'], { runner })).toEqual({ code: 0, said: '' });
  });

  it('reports that there is nothing to accept', async () => {
    const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: 'memory' });
    const args = ['accept-restore', 'a.js', '--by', 'mika', '--reason', 'disk failure'];
    expect(await run(args, { runner })).toMatchObject({
      code: 1,
      said: expect.stringContaining('nothing to accept'),
    });
  });
});
