import { expect, it } from 'vitest';
import { assistantText, functionCall } from '../src/testing/scripted-model.ts';
import { Effects, runnerWithJudge } from './programs/mediation-fixtures.ts';

it('lets the event loop turn between the steps of concurrent runs on the store in memory', async () => {
  const runner = runnerWithJudge(() => {
    useCpu(STEP_MS);
    return { decision: 'allow' };
  });
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
  // Each step uses a whole turn, so there is at least one turn between each two runs.
  expect(turns).toBeGreaterThanOrEqual(31);
  await runner.close();
});

/** Longer than the time that runs may use one turn of the event loop. */
const STEP_MS = 6;

function useCpu(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}
