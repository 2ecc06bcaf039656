import { ok } from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, type RunnerTask } from 'vitest';

/** Hides warnings with these codes in a file that causes them, and checks that there was one. */
export function expectWarnings(...codes: readonly string[]): void {
  const printers = process.listeners('warning');
  let seen = 0;
  let isComplete = false;
  const receive = (warning: Error) => {
    if ('code' in warning && codes.includes(String(warning.code))) seen += 1;
    else for (const print of printers) print(warning);
  };
  beforeAll(() => {
    process.removeAllListeners('warning');
    process.on('warning', receive);
  });
  beforeEach(({ task }) => {
    isComplete = task.file.tasks.every(isRunning);
  });
  afterAll(() => {
    process.off('warning', receive);
    for (const print of printers) process.on('warning', print);
    ok(
      seen > 0 || !isComplete,
      `No warning ${codes.join(' or ')} was emitted, so none needs to be expected.`,
    );
  });
}

/** False if a filter excludes a test, which may be the one that causes a warning. */
function isRunning(task: RunnerTask): boolean {
  return task.mode === 'run' && (task.type === 'test' || task.tasks.every(isRunning));
}
