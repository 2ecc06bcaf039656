import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentRunner } from '../src/runner/agent-runner.ts';
import { crashFindings } from './programs/crash-findings.ts';
import {
  decide,
  BUSY,
  clerk,
  PLAIN,
  readLedger,
  ROTATED,
  runnerAt,
  SECRET,
  type Script,
} from './programs/crash-world.ts';
import { proofSize } from '../../../test/proof-size.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-crash-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

const MOMENTS = ['before', 'after'] as const;

/** The number of commits of each script; the claim of a resumed run is part of its first commit. "has no other commits" checks it. */
describe.each([
  { name: 'plain', script: PLAIN, commits: 9 },
  { name: 'busy', script: BUSY, commits: 11 },
])('a $name run whose process stops permanently', ({ script, commits }) => {
  it.each(upTo(commits).flatMap((at) => MOMENTS.map((moment) => ({ moment, at }))))(
    '$moment commit $at resumes in another process, loses nothing and repeats nothing',
    async ({ moment, at }) => {
      const interrupted = await runUntilCommit(script, moment, at);
      expect(interrupted.stopped).toBe(true);
      expect(await recoverAndVerify(script, interrupted.token)).toEqual([]);
    },
  );

  it.each(upTo(commits).filter((at) => at % proofSize('rotatedCommitStep') === 0))(
    'resumes with a rotated secret after commit %i',
    async (at) => {
      const interrupted = await runUntilCommit(script, 'after', at);
      expect(await recoverAndVerify(script, interrupted.token, ROTATED)).toEqual([]);
    },
  );

  it('has no other commits', async () => {
    expect(await runUntilCommit(script, 'after', commits + 1)).toMatchObject({ stopped: false, commits });
    expect(readLedger(directory)).toHaveLength(script.flat().length);
    expect(await recoverAndVerify(script, undefined)).toEqual([]);
  });
});

describe('a process that is killed', () => {
  it.each(upTo(9).filter((at) => at % proofSize('killedCommitStep') === 0))(
    'right before commit %i loses nothing and repeats nothing',
    async (at) => {
      expect(await recoverAndVerify(PLAIN, await runUntilKilled(at))).toEqual([]);
    },
  );
});

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Runs the script in this process until its store stops responding, which other processes cannot distinguish from a crash. */
async function runUntilCommit(
  script: Script,
  stopMoment: 'before' | 'after',
  stopAt: number,
): Promise<{ stopped: boolean; token: string | undefined; commits: number }> {
  const { promise: stop, resolve: stopNow } = Promise.withResolvers<void>();
  const never = new Promise<void>(() => {});
  let commits = 0;
  let stopped = false;
  const agent = clerk(directory, 'clerk', script);
  const runner = runnerAt(directory, [agent], {
    leaseMs: 1,
    atCommit: (moment) => {
      if (moment === 'before') commits += 1;
      stopped ||= moment === stopMoment && commits === stopAt;
      if (stopped) stopNow();
      return stopped ? never : undefined;
    },
  });
  const person = personAt(script);
  let token: string | undefined;
  const work = async () => {
    const first = await runner.run(agent, 'Do your work.');
    let { interruptions }: { interruptions: readonly unknown[] } = first;
    while (interruptions.length > 0) {
      token = (await decideAll(person)) ?? '';
      ({ interruptions } = await runner.resumeRun(first.run_id, token));
    }
  };
  await Promise.race([stop, work()]);
  await person.close();
  return { stopped, token, commits };
}

/** Runs the plain script in another process until it crashes. */
async function runUntilKilled(at: number): Promise<string | undefined> {
  const program = join(import.meta.dirname, 'programs', 'crash-at-commit.ts');
  const child = spawn(process.execPath, ['--conditions=@sekisho/source', program, directory, String(at)]);
  const ended = once(child, 'close');
  const errors = text(child.stderr);
  const person = personAt(PLAIN);
  let token: string | undefined;
  for await (const _runId of createInterface({ input: child.stdout })) {
    token = await decideAll(person);
    child.stdin.write(`${token}\n`);
  }
  await person.close();
  expect(await errors).toBe('');
  expect(await ended).toEqual([null, 'SIGKILL']);
  return token;
}

/** Acts as a restarted host: recovers orphaned runs and decides requests. Returns the problems found at the end. */
async function recoverAndVerify(
  script: Script,
  lastToken: string | undefined,
  secret = SECRET,
): Promise<string[]> {
  const agent = clerk(directory, 'clerk', script);
  const runner = runnerAt(directory, [agent], { leaseMs: 60_000, secret });
  let token = lastToken;
  if ((await runner.getExecutionLogs()).length === 0) await runner.run(agent, 'Do your work.');
  for (let round = 0; round < 10; round += 1) {
    expect((await runner.recoverRuns()).failed).toEqual([]);
    token = (await decideAll(runner)) ?? token;
    const last = (await runner.getExecutionLogs()).findLast(({ run_id }) => run_id !== '');
    if (last === undefined || last.event === 'run.finished') break;
    if (token !== undefined) await runner.resumeRun(last.run_id, token);
    token = undefined;
  }
  const findings = await crashFindings(runner, directory, new Map([['clerk', script]]));
  await runner.close();
  return findings;
}

function personAt(script: Script): AgentRunner {
  return runnerAt(directory, [clerk(directory, 'clerk', script)], { leaseMs: 60_000 });
}

/** Decides all requests; the last token continues the run. */
async function decideAll(runner: AgentRunner): Promise<string | undefined> {
  let token: string | undefined;
  for (const approval of await runner.getPendingApprovals())
    token = await decide(runner, directory, approval);
  return token;
}
