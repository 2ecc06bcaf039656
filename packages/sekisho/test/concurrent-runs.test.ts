import { expect, it } from 'vitest';
import { assistantText, functionCall } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

it('lets the event loop turn between the steps of concurrent runs on the store in memory', async () => {
  const runner = runnerWithJudge('allow');
  const effects = new Effects();
  const start = (index: number) => {
    const script = [[functionCall('call_1', 'erase', { what: `${index}` })], [assistantText('Done.')]];
    return runner.run(effects.clerk(script), 'Please erase.');
  };
  // The first run opens the store.
  await start(0);
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 32 }, (_, index) => start(index + 1)));
  isDone = true;
  expect(effects.done).toHaveLength(33);
  // No two runs share a turn, so there is at least one turn between each two of them.
  expect(turns).toBeGreaterThanOrEqual(31);
  await runner.close();
});
