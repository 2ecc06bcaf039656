import { join } from 'node:path';
import type { ExecutionLog } from '../../../engine/src/wire/execution-log.ts';
import type { HumanApprovalRequest } from '../../../engine/src/wire/human-approval-request.ts';
import type { RunRecord } from '../../../engine/src/store/run-record.ts';
import type { AgentRunner } from '../../src/runner/agent-runner.ts';
import { openSqliteStateStore } from '../../../engine/src/store/sqlite-state-store.ts';
import type { Page, StateStore } from '../../../engine/src/store/state-store.ts';
import { readLedger, REPEATABLE, type Script } from './crash-world.ts';

/** Returns the problems after all runs should have ended, or an empty list. */
export async function crashFindings(
  runner: AgentRunner,
  directory: string,
  scripts: ReadonlyMap<string, Script>,
): Promise<string[]> {
  const findings: string[] = [];
  const verification = await runner.verifyExecutionLog();
  if (!verification.ok) findings.push(`The chain does not verify: ${JSON.stringify(verification)}`);
  const store = await openForReading(directory);
  const runs = await all((cursor) => store.listRuns({ limit: 500, cursor }));
  const ledger = readLedger(directory);
  for (const [name, script] of scripts) {
    const own = runs.filter(({ agent_name: agent }) => agent === name);
    const [run] = own;
    if (own.length !== 1 || run === undefined) {
      findings.push(`${name} has ${own.length} runs.`);
      continue;
    }
    if (run.status !== 'done') findings.push(`${name} is ${run.status}.`);
    findings.push(...effectFindings(name, script, ledger));
    findings.push(...(await recordFindings(store, run, script)));
  }
  await store.close();
  return findings;
}

/** Opens a store for reading only: its writes would break the chain. */
export function openForReading(directory: string): Promise<StateStore> {
  return openSqliteStateStore({ path: join(directory, 'state.db'), clock: Date.now, link: () => 'no key' });
}

/** Returns every row of a listing. */
export async function all<Row>(
  list: (cursor: string | undefined) => Promise<Page<Row>>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(cursor);
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return rows;
}

function effectFindings(name: string, script: Script, ledger: readonly string[]): string[] {
  return script.flatMap((calls, turn) =>
    calls.flatMap((tool, index) => {
      const line = `${name} ${tool} ${turn}-${index}`;
      const times = ledger.filter((each) => each === line).length;
      const isFine = times === 1 || (times > 1 && REPEATABLE.includes(tool));
      return isFine ? [] : [`${line} happened ${times} times.`];
    }),
  );
}

async function recordFindings(store: StateStore, run: RunRecord, script: Script): Promise<string[]> {
  const { run_id, agent_name: name } = run;
  const logs = await store.queryLogs({ runId: run_id, limit: 10_000 });
  const approvals = await all((cursor) => store.listApprovals({ run_id, limit: 500, cursor }));
  const findings: string[] = [];
  const need = (times: number, event: ExecutionLog['event'], callId?: string) => {
    const found = logs.filter((log) => log.event === event && (callId === undefined || isOf(log, callId)));
    if (found.length !== times)
      findings.push(`${name} has ${found.length} records ${event} ${callId ?? ''} instead of ${times}.`);
  };
  need(1, 'run.started');
  need(1, 'run.finished');
  for (const [turn, calls] of script.entries()) {
    for (const [index, tool] of calls.entries()) {
      const callId = `${turn}-${index}`;
      const settled = approvals.some((each) => isSettled(each, callId));
      const retries = approvals.filter((each) => isRetried(each, callId)).length;
      if (!REPEATABLE.includes(tool)) need(1 + retries, 'tool.start', callId);
      need(settled ? 0 : 1, 'tool.result', callId);
      if (!logs.some((log) => log.event === 'gate.decision' && isOf(log, callId)))
        findings.push(`${name} has no decision about ${callId}.`);
    }
  }
  const waits = script.flat().filter((tool) => ['send', 'ship', 'peek'].includes(tool)).length;
  const calls = approvals.filter(({ kind }) => kind === 'call');
  if (calls.length !== waits) findings.push(`${name} has ${calls.length} approvals instead of ${waits}.`);
  for (const approval of approvals) findings.push(...approvalFindings(approval, logs));
  for (const effect of await store.getEffects(run_id)) {
    if (effect.status !== 'done') findings.push(`${name} has ${effect.call_key} left as ${effect.status}.`);
  }
  return findings;
}

function approvalFindings(approval: HumanApprovalRequest, logs: readonly ExecutionLog[]): string[] {
  const { approval_id: id, kind, status, used_at: used } = approval;
  const events = kind === 'call' ? ['requested', 'approved', 'used'] : ['approved'];
  const findings = events
    .filter(
      (word) => !logs.some(({ event, data }) => event === `approval.${word}` && data['approval_id'] === id),
    )
    .map((word) => `The ${kind} approval ${id} has no record approval.${word}.`);
  if (status !== 'approved') findings.push(`The ${kind} approval ${id} is ${status}.`);
  if (kind === 'call' && used === undefined) findings.push(`The approval ${id} was never used.`);
  return findings;
}

const isOf = ({ tool_call_id: key }: ExecutionLog, callId: string) => key.endsWith(`:${callId}`);

const isRetried = ({ kind, tool_call_id: id, comment }: HumanApprovalRequest, callId: string) =>
  kind === 'outcome' && id === callId && comment === 'retry';

/** A person resolved the outcome as done, so no process has its result. */
const isSettled = ({ kind, tool_call_id: id, comment }: HumanApprovalRequest, callId: string) =>
  kind === 'outcome' && id === callId && comment === 'done';
