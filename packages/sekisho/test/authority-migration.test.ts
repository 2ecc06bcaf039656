import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Keyring } from '../src/config/keyring.ts';
import { canonicalJson } from '../src/contracts/canonical-json.ts';
import { renderLogBody } from '../src/contracts/log-body.ts';
import type { AgentRunner } from '../src/index.ts';
import { readLog } from '../src/store/sqlite/read-rows.ts';
import { functionCall } from '../src/testing/scripted-model.ts';
import { Effects, runnerThatHears } from './programs/mediation-stand.ts';

const secret = Buffer.alloc(32, 7);
const MIKA = { id: 'mika' };
let directory: string;
let effects: Effects;
const runners: AgentRunner[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sekisho-migration-'));
  effects = new Effects();
});

afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.close();
  rmSync(directory, { recursive: true });
});

describe('a store of version 0.1', () => {
  it('keeps a waiting run and its request, which can be approved once', async () => {
    const { approvalId, runId } = await waiting();
    const runner = await upgraded();
    await runner.approveAndResume(runId, approvalId, { decision: 'approve', by: MIKA });
    expect(effects.done).toEqual(['a']);
    const [version] = await runner.getExecutionLogs({ event: 'audit.version' });
    expect(version?.data).toMatchObject({ log_version: 2, reissued: 1 });
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('loses its tokens and the decisions that were not used; a person is asked again', async () => {
    const { runner: before, approvalId, runId } = await waiting();
    const { token } = await before.submitApproval(approvalId, 'approve', { by: MIKA });
    const runner = await upgraded();
    await expect(runner.resumeRun(runId, token)).rejects.toMatchObject({ code: 'AGENTS-E-RESUME-TOKEN' });
    expect(effects.done).toEqual([]);
    expect((await runner.getPendingApprovals(runId)).map(({ approval_id: id }) => id)).toEqual([approvalId]);
    await runner.approveAndResume(runId, approvalId, { decision: 'approve', by: MIKA });
    expect(effects.done).toEqual(['a']);
    expect(await runner.verifyExecutionLog()).toMatchObject({ ok: true });
  });

  it('is not migrated a second time by removing the record of the first', async () => {
    const { approvalId, runId } = await waiting();
    await (await upgraded()).createCheckpoint();
    const database = new DatabaseSync(join(directory, 'state.db'));
    database.exec(`delete from log where event = 'audit.version'`);
    database.exec(`update approvals set body = replace(body, 'erase', 'delete')`);
    database.close();
    const decide = open().approveAndResume(runId, approvalId, { decision: 'approve', by: MIKA });
    await expect(decide).rejects.toMatchObject({ code: 'AGENTS-E-RUN-STATE' });
    expect(effects.done).toEqual([]);
  });
});

function open(): AgentRunner {
  const call = [functionCall('call_1', 'erase', { what: 'a' })];
  const agents = [effects.clerk([call])];
  const runner = runnerThatHears('needs_human', { secret, store: { directory }, agents });
  runners.push(runner);
  return runner;
}

async function waiting() {
  const runner = open();
  const agent = effects.clerk([[functionCall('call_1', 'erase', { what: 'a' })]]);
  const { run_id: runId, interruptions } = await runner.run(agent, 'Please erase a.');
  return { runner, runId, approvalId: interruptions[0]?.approval_id ?? '' };
}

/** The same store as version 0.1 would have left it, opened by this version. */
async function upgraded(): Promise<AgentRunner> {
  for (const runner of runners.splice(0)) await runner.close();
  downgrade(join(directory, 'state.db'));
  // Version 0.1 kept no high-water mark.
  rmSync(join(directory, 'mark-state.json'), { force: true });
  const runner = open();
  await runner.createCheckpoint();
  return runner;
}

const SINCE = ['mac', 'ttl_ms', 'token_hash', 'token_ttl_ms', 'token_mac', 'outcome'];

/** Takes everything out of the log that version 0.1 did not write, and chains it again. */
function downgrade(path: string): void {
  const { link } = new Keyring(secret);
  const database = new DatabaseSync(path);
  const records = database.prepare('select * from log order by seq').all().map(readLog);
  database.exec('delete from log; pragma user_version = 3');
  const insert = database.prepare('insert into log values (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  let previous = '';
  for (const [index, record] of records.filter(({ event }) => event !== 'audit.version').entries()) {
    const seq = index + 1;
    const { run_id, tool_call_id, event, attempt, decision, timestamp } = record;
    const kept = Object.entries(record.data).filter(([key]) => !SINCE.includes(key));
    const data = canonicalJson(Object.fromEntries(kept));
    previous = link(previous, seq, renderLogBody({ ...record, seq, data }));
    insert.run(seq, run_id, tool_call_id, event, attempt, decision, timestamp, data, previous);
  }
  database.close();
}
