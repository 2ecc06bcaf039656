import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentRunner, RunRecord } from 'sekisho';
import { NEEDS_PERSON, readLedger, REPEATABLE, scriptOf } from './soak-runner.ts';

/** Checks what must hold at any time: no call ran twice unless it may, no denied call ran, and the chain verifies. */
export async function findViolations(
  runner: AgentRunner,
  folder: string,
  refusedJobs: ReadonlySet<number>,
): Promise<string[]> {
  const findings: string[] = [];
  const verification = await runner.verifyExecutionLog();
  if (!verification.ok) findings.push(`The chain does not verify: ${JSON.stringify(verification)}`);
  for (const [line, times] of countLines(readLedger(folder))) {
    const [job, tool = ''] = line.split(' ');
    if (times > 1 && !REPEATABLE.includes(tool)) findings.push(`"${line}" happened ${times} times.`);
    if (NEEDS_PERSON.includes(tool) && refusedJobs.has(Number(job))) {
      findings.push(`"${line}" was refused and happened.`);
    }
  }
  return findings;
}

/**
 * Checks what must hold at the end: every run has ended, finished runs executed all their calls, and a run failed only
 * because the store was unavailable, without a call of unknown outcome. Returns the number of such runs.
 */
export async function findLeftovers(
  runner: AgentRunner,
  folder: string,
  approver: { jobOf(runId: string): Promise<number>; readonly refusedJobs: ReadonlySet<number> },
): Promise<{ readonly findings: readonly string[]; readonly stopped: number }> {
  const findings: string[] = [];
  const report = async (runId: string, what: string) => {
    await saveRun(runner, folder, runId);
    findings.push(`${runId}, job ${await approver.jobOf(runId)}, ${what}`);
  };
  for (const status of ['running', 'suspended', 'denied', 'expired'] as const) {
    for (const { run_id: runId } of await listRuns(runner, status)) await report(runId, `is ${status}.`);
  }
  const failed = await listRuns(runner, 'failed');
  for (const { run_id: runId } of failed) {
    const why = await unexpectedFailure(runner, runId);
    if (why !== undefined) await report(runId, `failed: ${why}`);
  }
  const lines = new Set(readLedger(folder));
  for (const { run_id: runId } of await listRuns(runner, 'done')) {
    const job = await approver.jobOf(runId);
    const isRefused = approver.refusedJobs.has(job);
    const expected = scriptOf(job)
      .flat()
      .filter((tool) => !isRefused || !NEEDS_PERSON.includes(tool));
    const missing = expected.filter((tool) => !lines.has(`${job} ${tool}`));
    if (missing.length > 0) await report(runId, `is done, but ${missing.join(' and ')} never happened.`);
  }
  return { findings, stopped: failed.length };
}

/** The unexpected reason of a failed run; undefined when the store was unavailable and every call has an outcome. */
async function unexpectedFailure(runner: AgentRunner, runId: string): Promise<string | undefined> {
  const [end] = await runner.getExecutionLogs({ runId, event: 'run.failed' });
  const reason = String(end?.data['reason']);
  if (!/^The (?:\w+ )?store (?:could not write|cannot be reached)/.test(reason)) return reason;
  const effects = await runner.inspect().store.getEffects(runId);
  const lost = effects.filter(({ status, effect }) => status === 'started' && effect === 'destructive');
  if (lost.length === 0) return undefined;
  return `no outcome request was created for ${lost.map(({ tool_id: tool }) => tool).join(' and ')}.`;
}

/** Saves the rows and records of a run to a file for later analysis. */
async function saveRun(runner: AgentRunner, folder: string, runId: string): Promise<void> {
  const { store } = runner.inspect();
  const story = {
    run: await store.getRun(runId),
    logs: await runner.getExecutionLogs({ runId }),
    effects: await store.getEffects(runId),
    approvals: (await store.listApprovals({ run_id: runId })).rows,
  };
  const readable = (_key: string, value: unknown) => (value instanceof Uint8Array ? '(sealed)' : value);
  writeFileSync(join(folder, `${runId}.json`), JSON.stringify(story, readable, 2));
}

/** Every run in one state. */
export async function listRuns(
  runner: AgentRunner,
  status: RunRecord['status'],
): Promise<readonly RunRecord[]> {
  const { store } = runner.inspect();
  const rows: RunRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.listRuns({ status, limit: 500, cursor });
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return rows;
}

function countLines(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
