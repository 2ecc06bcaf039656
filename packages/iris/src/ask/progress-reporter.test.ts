import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { ProgressReport } from '../mcp/tool.ts';
import { ProgressReporter } from './progress-reporter.ts';

function createReporter(options: { heartbeatMs?: number } = {}) {
  const clock = { now: 0 };
  const sent: ProgressReport[] = [];
  const send = async (report: ProgressReport): Promise<void> => void sent.push(report);
  const reporter = new ProgressReporter({ send, now: () => clock.now, intervalMs: 100, ...options });
  return { clock, sent, reporter };
}

describe('ProgressReporter', () => {
  it('sends at most one message per interval, with an increasing number', () => {
    const { clock, sent, reporter } = createReporter();
    for (; clock.now < 250; clock.now += 10) reporter.report(`at ${clock.now}`);
    reporter.close();
    expect(sent).toEqual([
      { progress: 1, message: 'at 0' },
      { progress: 2, message: 'at 100' },
      { progress: 3, message: 'at 200' },
    ]);
  });

  it('repeats the last message when nothing happens, until it is closed', async () => {
    const { sent, reporter } = createReporter({ heartbeatMs: 5 });
    reporter.report('thinking');
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(2), { timeout: 10_000, interval: 5 });
    reporter.close();
    const count = sent.length;
    expect(sent.at(-1)).toEqual({ progress: count, message: 'thinking' });
    await wait(20);
    expect(sent).toHaveLength(count);
  });
});
