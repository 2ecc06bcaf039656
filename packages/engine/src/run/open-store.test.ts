import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStore } from './open-store.ts';
import { judge } from '../testing/judge.ts';

describe('the embedded store', () => {
  let first = '';
  let second = '';

  beforeEach(() => {
    first = mkdtempSync(join(tmpdir(), 'sekisho-open-'));
    second = mkdtempSync(join(tmpdir(), 'sekisho-open-'));
  });

  afterEach(() => {
    for (const folder of [first, second]) rmSync(folder, { recursive: true });
  });

  it('stays in its folder when the working directory changes', async () => {
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue(first);
    const { store } = openStore({ safetyAgent: judge('allow') }, Date.now, {});
    cwd.mockReturnValue(second);
    await store.queryLogs({});
    await store.close();
    cwd.mockRestore();
    expect(existsSync(join(first, '.sekisho/key'))).toBe(true);
    expect(existsSync(join(first, '.sekisho/state.db'))).toBe(true);
    expect(existsSync(join(second, '.sekisho'))).toBe(false);
  });
});
