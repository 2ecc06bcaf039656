import { describe, expect, it } from 'vitest';
import { startConsole, until } from './start-console.ts';

describe('the audit log for people', () => {
  it('states who decided what about which target and how it ended, also in a table of the filter', async () => {
    const { call, play, pending, statusOf } = await startConsole({ DEMO: 'playground' });
    const runId = await play('files-poisoned');
    const [question] = await pending(runId);
    await call('POST', `/api/approvals/${question.approval_id}/decision`, {
      decision: 'approve',
      action_digest: question.action_digest,
      comment: '=checked, "twice"',
    });
    await until(async () => (await statusOf(runId)) === 'done');
    const { json } = await call('GET', `/api/audit?event=approval.approved`);
    expect(json.items).toMatchObject([
      {
        about: {
          who: 'mika',
          agent: 'file-clerk',
          tool: 'delete_file',
          effect: 'delete',
          target: 'payroll.xlsx',
          result: 'done',
          reason: '=checked, "twice"',
        },
      },
    ]);
    const table = await call('GET', '/api/audit/export?event=approval.approved&format=csv');
    expect(table.headers.get('content-type')).toContain('text/csv');
    expect(table.headers.get('content-disposition')).toContain('audit.csv');
    const [head, row, ...rest] = table.text.split('\r\n');
    expect(head).toBe('number,time,event,who,agent,tool,effect,target,decision,result,reason,run,call,hash');
    expect(row).toContain(
      `approval.approved,mika,file-clerk,delete_file,delete,payroll.xlsx,approved,done,"'=checked, ""twice""",${runId}`,
    );
    expect(rest).toEqual(['']);
    const lines = (await call('GET', '/api/audit/export?q=payroll&format=jsonl')).text.trim().split('\n');
    const events = lines.map((line) => JSON.parse(line).event);
    expect(events).toContain('gate.decision');
    expect(events).not.toContain('run.started');
    expect((await call('GET', '/api/audit/export?format=pdf')).status).toBe(400);
  });

  it('reports the progress of a verification while it runs', async () => {
    const { call, play } = await startConsole({ DEMO: 'playground' });
    await play('mail-benign');
    expect((await call('GET', '/api/audit/verification')).json).toEqual({ progress: null });
    const verified = call('POST', '/api/audit/verify', {});
    const seen: { read: number; total: number }[] = [];
    for (let tries = 0; tries < 50 && seen.length === 0; tries += 1) {
      const { progress } = (await call('GET', '/api/audit/verification')).json;
      if (progress !== null) seen.push(progress);
    }
    expect((await verified).json.ok).toBe(true);
    for (const { read, total } of seen) expect(read).toBeLessThanOrEqual(total);
    expect((await call('GET', '/api/audit/verification')).json).toEqual({ progress: null });
  });
});
