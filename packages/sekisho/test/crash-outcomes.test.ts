import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HumanApprovalRequest } from '../../engine/src/wire/human-approval-request.ts';
import type { AgentRunner } from '../src/runner/agent-runner.ts';
import { decide, clerk, readLedger, runnerAt } from './programs/crash-world.ts';

let directory: string;
let runner: AgentRunner;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-outcomes-'));
  runner = runnerAt(directory, [clerk(directory, 'clerk', [['pay', 'post']])], { leaseMs: 60_000 });
});

afterEach(async () => {
  await runner.close();
  rmSync(directory, { recursive: true });
});

describe('two calls with an unknown outcome after a crash', () => {
  it('keep the run suspended until a person has resolved both; the first token stays valid', async () => {
    const [first, second] = await crashDuringCalls();
    const { token } = await runner.resolveOutcome(first.approval_id, 'done');
    await expect(runner.resumeRun(first.run_id, token)).rejects.toMatchObject({
      code: 'AGENTS-E-APPROVAL-INVALID',
    });
    await runner.resolveOutcome(second.approval_id, 'done');
    expect((await runner.resumeRun(first.run_id, token)).output_text).toBe('All is done.');
    expect(readLedger(directory)).toEqual([]);
  });

  it('end the run when a person aborts, and execute nothing', async () => {
    const [first] = await crashDuringCalls();
    const { token } = await runner.resolveOutcome(first.approval_id, 'abort');
    await expect(runner.resumeRun(first.run_id, token)).rejects.toMatchObject({
      code: 'AGENTS-E-GATE-DENIED',
    });
    expect(readLedger(directory)).toEqual([]);
    const events = (await runner.getExecutionLogs()).map(({ event }) => event);
    expect(events.slice(-2)).toEqual(['run.denied', 'approval.cancelled']);
  });

  it('are requested and recorded again when the retry crashes as well', async () => {
    for (const crash of [1, 2]) {
      const requests = await crashDuringCalls(crash === 1 ? undefined : (await resolveAll()).at(-1));
      expect(requests.map(({ tool_id: id }) => id).toSorted()).toEqual(['pay', 'post']);
    }
    const token = (await resolveAll()).at(-1);
    const { run_id: runId = '' } = (await runner.getExecutionLogs()).at(-1) ?? {};
    expect((await runner.resumeRun(runId, token ?? '')).output_text).toBe('All is done.');
    expect(readLedger(directory)).toHaveLength(2);
    const decided = await runner.getExecutionLogs({ event: 'approval.approved' });
    expect(new Set(decided.map(({ data }) => data['approval_id'])).size).toBe(4);
  });
});

describe('an approved call with an unknown outcome after a crash', () => {
  it('can be displayed completely, with the executed arguments', async () => {
    const agent = clerk(directory, 'clerk', [['send']]);
    const waiting = runnerAt(directory, [agent], { leaseMs: 60_000 });
    const { run_id: runId, interruptions } = await waiting.run(agent, 'Do your work.');
    const by = { id: 'mika' };
    const editedArgs = { id: 'password=hunter22' };
    const approvalId = interruptions[0]?.approval_id ?? '';
    const { token } = await waiting.submitApproval(approvalId, 'approve', { by, editedArgs });
    await waiting.close();
    const { promise: stop, resolve: stopNow } = Promise.withResolvers<void>();
    let commits = 0;
    const crashing = runnerAt(directory, [agent], {
      leaseMs: 1,
      atCommit: (moment) => {
        if (moment === 'after') commits += 1;
        if (commits < 1) return undefined;
        stopNow();
        return new Promise<void>(() => {});
      },
    });
    await Promise.race([stop, crashing.resumeRun(runId, token)]);
    const [request] = (await runner.recoverRuns()).asked;
    expect(request).toMatchObject({ kind: 'outcome', tool_id: 'send' });
    const reading = await runner.readApproval(request?.approval_id ?? '', { by });
    expect(reading).toMatchObject({ arguments: editedArgs, warnings: [{ code: 'secret', path: 'id' }] });
  });
});

/** Starts or resumes a run whose process crashes after both intents are stored, and recovers it in another process. */
async function crashDuringCalls(token?: string): Promise<[HumanApprovalRequest, HumanApprovalRequest]> {
  const { promise: stop, resolve: stopNow } = Promise.withResolvers<void>();
  const agent = clerk(directory, 'clerk', [['pay', 'post']]);
  let commits = 0;
  const crashing = runnerAt(directory, [agent], {
    leaseMs: 1,
    atCommit: (moment) => {
      if (moment === 'after') commits += 1;
      if (commits < 2) return undefined;
      stopNow();
      return new Promise<void>(() => {});
    },
  });
  const { run_id: runId = '' } = (await runner.getExecutionLogs()).at(-1) ?? {};
  const work = token === undefined ? crashing.run(agent, 'Do your work.') : crashing.resumeRun(runId, token);
  await Promise.race([stop, work]);
  const { asked } = await runner.recoverRuns();
  const [first, second] = asked;
  if (!first || !second) throw new Error(`Two requests were expected, not ${asked.length}.`);
  return [first, second];
}

async function resolveAll(): Promise<string[]> {
  const tokens: string[] = [];
  for (const approval of await runner.getPendingApprovals())
    tokens.push(await decide(runner, directory, approval));
  return tokens;
}
