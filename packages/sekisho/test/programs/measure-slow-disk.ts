import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { Agent, createRunner, RuleSafetyAgent, tool } from '../../src/index.ts';
import {
  assistantText,
  functionCall,
  scriptedModel,
  type ScriptedStep,
} from '../../src/testing/scripted-model.ts';

// Suspends, approves and resumes runs on the SQLite store, and prints cycles a second, CPU time for each cycle and the delay
// of the event loop, without the time in which other processes had the CPU. To slow the disk down, load packages/engine/test/power-loss/file-trace.c with LD_PRELOAD, TRACE_REAL_SYNC=1 and TRACE_DELAY_MS.
// Usage: node --conditions=@sekisho/source measure-slow-disk.ts [runs at once] [seconds]
const [atOnce = '32', seconds = '5'] = process.argv.slice(2);
const folder = mkdtempSync(join(process.env['TRACE_FOLDER'] ?? tmpdir(), 'cycles-'));
const sendReport = tool({
  name: 'send_report',
  description: 'Sends a report.',
  parameters: z.object({ city: z.string() }),
  needsApproval: true,
  execute: async ({ city }) => `The report about ${city} is sent.`,
});
// All runs share the model, so it derives its response from the history and not from the number of calls.
const step: ScriptedStep = ({ input }) =>
  JSON.stringify(input).includes('function_call_result')
    ? [assistantText('Sent.')]
    : [functionCall('call_1', 'send_report', { city: 'Osaka' })];
const agent = new Agent({
  name: 'Reporter',
  model: scriptedModel(Array.from({ length: 1_000_000 }, () => step)),
  tools: [sendReport],
});
const runner = createRunner({
  safetyAgent: new RuleSafetyAgent(),
  runConfig: { tracingDisabled: true },
  store: { directory: folder },
});

await work(Number(seconds) / 3);
const delays: number[] = [];
const ticks = watchLoop(delays);
const began = { cpu: process.cpuUsage(), time: performance.now(), loop: performance.eventLoopUtilization() };
const cycles = await work(Number(seconds));
const elapsed = performance.now() - began.time;
const { user, system } = process.cpuUsage(began.cpu);
clearInterval(ticks);
const sorted = delays.toSorted((one, other) => one - other);
console.log(
  JSON.stringify({
    cyclesPerSecond: (cycles * 1_000) / elapsed,
    cpuMs: (user + system) / 1_000 / cycles,
    loopP99: sorted[Math.floor(sorted.length * 0.99)],
    loopMax: sorted.at(-1),
    loopBusy: performance.eventLoopUtilization(began.loop).utilization,
  }),
);
await runner.close();
rmSync(folder, { recursive: true });

/** Adds the milliseconds between two turns of the event loop in which this thread worked or waited for the disk. */
function watchLoop(found: number[]): NodeJS.Timeout {
  let last = { time: performance.now(), queued: queuedMs() };
  return setInterval(() => {
    const now = { time: performance.now(), queued: queuedMs() };
    found.push(now.time - last.time - (now.queued - last.queued));
    last = now;
  }, 1);
}

/** How long the main thread was ready but had no CPU (Linux). */
function queuedMs(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
}

/** Runs cycles for some seconds and returns their number. */
async function work(duration: number): Promise<number> {
  const end = performance.now() + duration * 1_000;
  let count = 0;
  const line = async () => {
    while (performance.now() < end) {
      await cycle();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: Number(atOnce) }, line));
  return count;
}

async function cycle(): Promise<void> {
  const { run_id: runId, interruptions } = await runner.run(agent, 'Send the report about Osaka.');
  await runner.approveAndResume(runId, interruptions[0]?.approval_id ?? '', { decision: 'approve' });
}
