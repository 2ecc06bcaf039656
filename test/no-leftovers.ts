import { deepEqual, equal } from 'node:assert/strict';
import { afterAll, vi } from 'vitest';

// Files share a process, so a change that one file does not restore would affect the next.
const before = { env: { ...process.env }, cwd: process.cwd(), fetch: globalThis.fetch };

afterAll(() => {
  equal(vi.isFakeTimers(), false, 'This file leaves fake timers behind. Call vi.useRealTimers().');
  deepEqual({ ...process.env }, before.env, 'This file leaves a changed environment behind.');
  equal(process.cwd(), before.cwd, 'This file leaves another working directory behind.');
  equal(globalThis.fetch, before.fetch, 'This file leaves another fetch behind.');
});
