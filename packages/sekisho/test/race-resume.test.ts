import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AgentRunner } from '../src/runner/agent-runner.ts';
import { crashFindings } from './programs/crash-findings.ts';
import { clerk, PLAIN, readLedger, runnerAt } from './programs/crash-world.ts';
import { proofSize } from '../../../test/proof-size.ts';

const PROCESSES = proofSize('resumingProcesses');
const ATTEMPTS = proofSize('resumeAttempts');

let directory: string;
let runner: AgentRunner;
let waiting: { readonly runId: string; readonly approvalId: string };

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-race-'));
  const agent = clerk(directory, 'clerk', PLAIN);
  runner = runnerAt(directory, [agent], { leaseMs: 60_000 });
  const { run_id: runId, interruptions } = await runner.run(agent, 'Do your work.');
  waiting = { runId, approvalId: interruptions[0]?.approval_id ?? '' };
});

afterEach(async () => {
  await runner.close();
  rmSync(directory, { recursive: true });
});

it('executes once when several processes resume one approval many times with the same token', async () => {
  const { token } = await runner.submitApproval(waiting.approvalId, 'approve');
  const outcomes = await race(token, ATTEMPTS);
  expect(outcomes).toHaveLength(PROCESSES * ATTEMPTS);
  expect(outcomes.filter((outcome) => outcome === 'All is done.')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['All is done.', 'AGENTS-E-RESUME-TOKEN']));
  await expectOneExecution();
});

it('allows one of several processes that approve and resume at the same time', async () => {
  const outcomes = await race('', 1);
  expect(outcomes.toSorted()).toEqual([
    ...Array.from({ length: PROCESSES - 1 }, () => 'AGENTS-E-APPROVAL-INVALID'),
    'All is done.',
  ]);
  await expectOneExecution();
});

async function expectOneExecution(): Promise<void> {
  expect(readLedger(directory).filter((line) => line.startsWith('clerk send '))).toHaveLength(1);
  expect(await crashFindings(runner, directory, new Map([['clerk', PLAIN]]))).toEqual([]);
}

/** Returns the result of every attempt of every process. */
async function race(token: string, attempts: number): Promise<string[]> {
  const program = join(import.meta.dirname, 'programs', 'race-worker.ts');
  const { runId, approvalId } = waiting;
  const racers = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, [
      '--conditions=@sekisho/source',
      program,
      directory,
      runId,
      approvalId,
      token,
      String(attempts),
    ]),
  );
  await Promise.all(racers.map(({ stdout }) => once(stdout, 'data')));
  const results = racers.map(async ({ stdout, stderr }) => {
    const [output, errors] = await Promise.all([text(stdout), text(stderr)]);
    expect(errors).toBe('');
    const outcomes: string[] = JSON.parse(output);
    return outcomes;
  });
  for (const { stdin } of racers) stdin.write('go\n');
  return (await Promise.all(results)).flat();
}
