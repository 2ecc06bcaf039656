import type { AgentRunner, RunRecord } from 'sekisho';
import { readLedger, REPEATABLE, SCRIPT } from './soak-office.ts';

/** What must hold at any moment: nothing that may not be repeated was repeated, nothing refused was done, the chain verifies. */
export async function findBrokenPromises(
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
    if (tool === 'send' && refusedJobs.has(Number(job))) findings.push(`"${line}" was refused and happened.`);
  }
  return findings;
}

/** What must hold at the end: every run has ended, and whatever is done is done completely. */
export async function findLeftovers(
  runner: AgentRunner,
  folder: string,
  {
    jobs,
    refusedJobs,
  }: { readonly jobs: ReadonlyMap<string, number>; readonly refusedJobs: ReadonlySet<number> },
): Promise<string[]> {
  const findings: string[] = [];
  for (const status of ['running', 'suspended', 'failed', 'denied', 'expired'] as const) {
    for (const { run_id: runId } of await listRuns(runner, status)) {
      findings.push(`${runId}, job ${jobs.get(runId)}, is ${status}.`);
    }
  }
  const lines = new Set(readLedger(folder));
  for (const { run_id: runId } of await listRuns(runner, 'done')) {
    const job = jobs.get(runId) ?? Number.NaN;
    const expected = SCRIPT.flat().filter((tool) => tool !== 'send' || !refusedJobs.has(job));
    const missing = expected.filter((tool) => !lines.has(`${job} ${tool}`));
    if (missing.length > 0) findings.push(`Job ${job} is done, but ${missing.join(' and ')} never happened.`);
  }
  return findings;
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
