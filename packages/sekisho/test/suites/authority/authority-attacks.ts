import type { HumanApprovalRequest } from '@sekisho/engine';
import { hashResumeToken, makeResumeToken } from '@sekisho/engine/integration';
import { MIKA, type AuthorityScene } from './authority-scene.ts';
import type { TamperedRow } from './tampered-database.ts';

/**
 * The row that an attack changed, which verification must report. `erased` is the number of permitted executions
 * before.
 */
interface Touched {
  readonly kind: 'approval' | 'token' | 'grant' | 'effect' | 'run';
  readonly id: string;
  readonly erased?: number;
}

/** Modifies a row with write access to the database and tries to use it. */
export type Attack = (scene: AuthorityScene) => Promise<Touched>;

const DAY = 86_400_000;
const EVERYTHING = ['runs', 'steps', 'effects', 'approvals', 'tokens', 'grants'] as const;

/** Ignores the rejection of an attempt. */
const attempt = (work: Promise<unknown>) => work.catch(() => undefined);

/** Creates a token that was never issued, with its row. */
async function forgeToken({ database }: AuthorityScene, approval: HumanApprovalRequest): Promise<string> {
  const { run_id, approval_id, turn } = approval;
  const token = makeResumeToken(run_id);
  await database.insert('tokens', {
    token_hash: hashResumeToken(token, Number(turn)),
    run_id,
    approval_id,
    status: 'active',
    expires_at: Date.now() + DAY,
  });
  return token;
}

const approvedBy = (approval: HumanApprovalRequest): HumanApprovalRequest => ({
  ...approval,
  status: 'approved',
  decided_at: approval.created_at,
  decided_by: MIKA,
});

/** Changes a request before it is decided. */
const askedAs =
  (change: Partial<HumanApprovalRequest>): Attack =>
  async (scene) => {
    const approval = await scene.ask();
    await scene.database.writeApproval({ ...approval, ...change });
    await attempt(scene.approve(approval));
    return { kind: 'approval', id: approval.approval_id };
  };

/** Changes a decision after a person made it and before the run is resumed. */
const decidedAs =
  (
    decision: 'approve' | 'deny',
    change: Partial<HumanApprovalRequest>,
    editedArgs?: { what: string },
  ): Attack =>
  async (scene) => {
    const asked = await scene.ask();
    const details = { by: MIKA, editedArgs };
    const { token } = await scene.runner.submitApproval(asked.approval_id, decision, details);
    const approval = (await scene.store.getApproval(asked.approval_id)) ?? asked;
    await scene.database.writeApproval({ ...approval, ...change });
    await attempt(scene.runner.resumeRun(approval.run_id, token));
    return { kind: 'approval', id: approval.approval_id };
  };

/** Creates a suspended run that has used up a grant of one use. */
async function granted(scene: AuthorityScene) {
  const { approval_id, run_id } = await scene.ask();
  const grant = { scope: 'run', maxUses: 1 } as const;
  await scene.runner.approveAndResume(run_id, approval_id, { decision: 'approve', by: MIKA, grant });
  const [given] = (await scene.store.listAllGrants?.(run_id)) ?? [];
  return { runId: run_id, grantId: given?.grant_id ?? '', erased: scene.erased.length };
}

/** Denies the request; the model then tries again and a grant is looked up. */
async function tryAgain(scene: AuthorityScene): Promise<void> {
  const { run_id, approval_id } = await scene.pending();
  await attempt(scene.runner.approveAndResume(run_id, approval_id, { decision: 'deny', by: MIKA }));
}

const grantChanged =
  (sql: string, ...values: readonly unknown[]): Attack =>
  async (scene) => {
    const { grantId, erased } = await granted(scene);
    await scene.database.run(`${sql} where grant_id = ?`, ...values, grantId);
    await tryAgain(scene);
    return { kind: 'grant', id: grantId, erased };
  };

/** Creates a call whose outcome is unknown after a crash, with its approval request. */
async function lost(scene: AuthorityScene): Promise<HumanApprovalRequest> {
  await scene.crashAt('effect.start');
  const { asked } = await scene.allowing.recoverRuns();
  const [question] = asked;
  if (!question) throw new Error('There is no approval request about the interrupted call.');
  return question;
}

const effectChanged =
  (at: 'effect.start' | 'effect.end', sql: string): Attack =>
  async (scene) => {
    const runId = await scene.crashAt(at);
    const [effect] = await scene.store.getEffects(runId);
    const erased = scene.erased.length;
    await scene.database.run(`${sql} where run_id = ?`, runId);
    await attempt(scene.allowing.recoverRuns());
    return { kind: 'effect', id: effect?.call_key ?? '', erased };
  };

/** Restores a row. */
async function restore(scene: AuthorityScene, table: string, key: string, row: TamperedRow | undefined) {
  if (!row) throw new Error(`There is no row in ${table}.`);
  const { number: _number, tenant: _tenant, ...rest } = row;
  await scene.database.run(`delete from ${table} where ${key} = ?`, rest[key]);
  await scene.database.insert(table, rest);
}

/** Attacks on every kind of row that carries authority: changed, inserted, deleted and copied rows. */
export const AUTHORITY_ATTACKS: Readonly<Record<string, Attack>> = {
  'a request with another prompt': askedAs({ prompt: 'If you approve, nothing happens.' }),
  'a request with another reason in Japanese': askedAs({ prompt_ja: '何も起きません。' }),
  'a request for another action': askedAs({ action_digest: 'another' }),
  'a request with other arguments': askedAs({ args_masked: '{"what":"b"}' }),
  'a request of lower risk': askedAs({ risk_level: 1 }),
  'a request with a later expiry': askedAs({ expires_at: new Date(Date.now() + 90 * DAY).toISOString() }),
  'a request that was inserted': async (scene) => {
    const approval = await scene.ask();
    const forged = { ...approvedBy(approval), approval_id: 'ap_forged' };
    await scene.database.insert('approvals', await rowLike(scene, approval, forged.approval_id));
    await scene.database.writeApproval(forged);
    await attempt(scene.runner.resumeRun(approval.run_id, await forgeToken(scene, approval)));
    return { kind: 'approval', id: 'ap_forged' };
  },
  'a request that was deleted': async (scene) => {
    const approval = await scene.ask();
    await scene.database.run('delete from approvals where approval_id = ?', approval.approval_id);
    await attempt(scene.approve(approval));
    await attempt(scene.runner.resumeRun(approval.run_id, await forgeToken(scene, approval)));
    return { kind: 'approval', id: approval.approval_id };
  },
  'a request of another run': async (scene) => {
    const other = await scene.ask();
    await scene.runner.submitApproval(other.approval_id, 'approve', { by: MIKA });
    const approval = await scene.ask();
    const decided = (await scene.store.getApproval(other.approval_id)) ?? other;
    const { run_id, approval_id, call_key, action_digest } = approval;
    await scene.database.writeApproval({ ...decided, run_id, approval_id, call_key, action_digest });
    await attempt(scene.runner.resumeRun(run_id, await forgeToken(scene, approval)));
    return { kind: 'approval', id: approval_id };
  },
  'a pending request that became approved': async (scene) => {
    const approval = await scene.ask();
    await scene.database.writeApproval(approvedBy(approval));
    await attempt(scene.runner.resumeRun(approval.run_id, await forgeToken(scene, approval)));
    return { kind: 'approval', id: approval.approval_id };
  },
  'a denied request that became approved': decidedAs('deny', { status: 'approved' }),
  'a decision of another person': decidedAs('approve', { decided_by: { id: 'admin' } }),
  'a decision with another comment': decidedAs('approve', { comment: 'As agreed.' }),
  'a decision with edited arguments, without an edit': decidedAs('approve', {
    edited_args: '{"what":"b"}',
  }),
  'other edited arguments': decidedAs('approve', { edited_args: '{"what":"c"}' }, { what: 'b' }),
  'edited arguments that were removed': decidedAs('approve', { edited_args: undefined }, { what: 'b' }),
  'a decision that was withdrawn': decidedAs('approve', {
    status: 'pending',
    decided_at: undefined,
    decided_by: undefined,
  }),
  'a used approval that is unused again': async (scene) => {
    const approval = await scene.ask();
    await scene.approve(approval);
    const used = (await scene.store.getApproval(approval.approval_id)) ?? approval;
    await scene.database.writeApproval({ ...used, used_at: undefined });
    await attempt(scene.approve(await scene.pending()));
    return { kind: 'approval', id: approval.approval_id, erased: 1 };
  },
  'an extension that was never granted': async (scene) => {
    const approval = await scene.ask();
    await scene.runner.extendApproval(approval.approval_id, { ttlSec: 7 * 86_400, by: MIKA });
    const expires_at = new Date(Date.parse(approval.created_at) + 60 * DAY).toISOString();
    await scene.database.writeApproval({ ...approval, expires_at });
    scene.aheadMs += 30 * DAY;
    await attempt(scene.approve(approval));
    return { kind: 'approval', id: approval.approval_id };
  },
  'a token that was inserted': async (scene) => {
    const approval = await scene.ask();
    await scene.runner.submitApproval(approval.approval_id, 'approve', { by: MIKA });
    const token = await forgeToken(scene, approval);
    await attempt(scene.runner.resumeRun(approval.run_id, token));
    return { kind: 'token', id: hashResumeToken(token, 0) };
  },
  'a token with a later expiry': async (scene) => {
    const approval = await scene.ask();
    const { token } = await scene.runner.submitApproval(approval.approval_id, 'approve', { by: MIKA });
    scene.aheadMs += 30 * DAY;
    await scene.database.run('update tokens set expires_at = ?', Date.now() + 90 * DAY);
    await attempt(scene.runner.resumeRun(approval.run_id, token));
    return { kind: 'token', id: hashResumeToken(token, 0) };
  },
  'a token that was deleted': async (scene) => {
    const approval = await scene.ask();
    const { token } = await scene.runner.submitApproval(approval.approval_id, 'approve', { by: MIKA });
    await scene.database.run('delete from tokens where run_id = ?', approval.run_id);
    await attempt(scene.runner.resumeRun(approval.run_id, token));
    return { kind: 'token', id: hashResumeToken(token, 0) };
  },
  'a used token that is active again, with the run in its earlier state': async (scene) => {
    const approval = await scene.ask();
    const { token } = await scene.runner.submitApproval(approval.approval_id, 'approve', { by: MIKA });
    const { run_id } = approval;
    const [row] = await scene.database.all('select * from runs where run_id = ?', run_id);
    await scene.runner.resumeRun(run_id, token);
    const used = (await scene.store.getApproval(approval.approval_id)) ?? approval;
    await restore(scene, 'runs', 'run_id', row);
    await scene.database.run(`update tokens set status = 'active', used_at = null where run_id = ?`, run_id);
    await scene.database.run('delete from effects where run_id = ?', run_id);
    await scene.database.writeApproval({ ...used, used_at: undefined });
    await attempt(scene.runner.resumeRun(run_id, token));
    return { kind: 'token', id: hashResumeToken(token, 0), erased: 1 };
  },
  'a token of another run': async (scene) => {
    const other = await scene.ask();
    const { token } = await scene.runner.submitApproval(other.approval_id, 'approve', { by: MIKA });
    const { run_id } = await scene.ask();
    const moved = token.replace(other.run_id, run_id);
    await scene.database.run('update tokens set run_id = ?', run_id);
    await attempt(scene.runner.resumeRun(run_id, moved));
    await attempt(scene.runner.resumeRun(run_id, token));
    return { kind: 'token', id: hashResumeToken(token, 0) };
  },
  'a grant that was inserted': async (scene) => {
    const { runId, erased } = await granted(scene);
    const [grant] = await scene.database.all('select * from grants where run_id = ?', runId);
    const { number: _number, tenant: _tenant, ...row } = grant ?? {};
    const body = String(row['body']).replace(String(row['grant_id']), 'gr_forged');
    await scene.database.insert('grants', { ...row, grant_id: 'gr_forged', body, uses_left: 4 });
    await tryAgain(scene);
    return { kind: 'grant', id: 'gr_forged', erased };
  },
  'a grant with more uses': grantChanged('update grants set uses_left = ?', 5),
  'a grant by another approval': async (scene) => {
    const { runId, grantId, erased } = await granted(scene);
    const [row] = await scene.database.all('select body from grants where run_id = ?', runId);
    const body = String(row?.['body']).replace('"granted_by":"', '"granted_by":"x');
    await scene.database.run('update grants set body = ?, uses_left = 9 where grant_id = ?', body, grantId);
    await tryAgain(scene);
    return { kind: 'grant', id: grantId, erased };
  },
  'a grant that was deleted': grantChanged('delete from grants'),
  'a revoked grant that is valid again': async (scene) => {
    const { runId, grantId, erased } = await granted(scene);
    await scene.database.run('update grants set uses_left = 1 where grant_id = ?', grantId);
    const record = {
      run_id: runId,
      tool_call_id: grantId,
      event: 'grant.revoked',
      attempt: 0,
      decision: 'revoked',
      data: JSON.stringify({ grant_id: grantId }),
    } as const;
    await scene.store.commit([
      { kind: 'grant.revoke', grant_id: grantId, run_id: runId },
      { kind: 'log.append', record },
    ]);
    await scene.database.run('update grants set uses_left = 1 where grant_id = ?', grantId);
    await tryAgain(scene);
    return { kind: 'grant', id: grantId, erased };
  },
  'a grant of another run': async (scene) => {
    const { grantId } = await granted(scene);
    const { run_id } = await scene.ask();
    const [row] = await scene.database.all('select body, run_id from grants where grant_id = ?', grantId);
    const body = String(row?.['body']).replace(String(row?.['run_id']), run_id);
    await scene.database.run('update grants set run_id = ?, body = ?, uses_left = 4', run_id, body);
    const erased = scene.erased.length;
    await tryAgain(scene);
    return { kind: 'grant', id: grantId, erased };
  },
  'an outcome that was never reported': async (scene) => {
    const question = await lost(scene);
    await scene.database.writeApproval({ ...approvedBy(question), comment: 'retry' });
    await scene.database.run('delete from effects where run_id = ?', question.run_id);
    await attempt(scene.allowing.resumeRun(question.run_id, await forgeToken(scene, question)));
    return { kind: 'approval', id: question.approval_id };
  },
  'an outcome "done" that became "retry"': async (scene) => {
    const question = await lost(scene);
    const { token } = await scene.runner.resolveOutcome(question.approval_id, 'done', { by: MIKA });
    const decided = (await scene.store.getApproval(question.approval_id)) ?? question;
    await scene.database.writeApproval({ ...decided, comment: 'retry' });
    await scene.database.run('delete from effects where run_id = ?', question.run_id);
    await attempt(scene.allowing.resumeRun(question.run_id, token));
    return { kind: 'approval', id: question.approval_id };
  },
  'a call whose outcome is "done" and whose row was deleted': async (scene) => {
    const question = await lost(scene);
    const { token } = await scene.runner.resolveOutcome(question.approval_id, 'done', { by: MIKA });
    await scene.database.run('delete from effects where run_id = ?', question.run_id);
    await attempt(scene.allowing.resumeRun(question.run_id, token));
    return { kind: 'effect', id: question.call_key };
  },
  'a finished call whose row was deleted': effectChanged('effect.end', 'delete from effects'),
  'a started call whose row was deleted': effectChanged('effect.start', 'delete from effects'),
  'a finished call that was reset': effectChanged(
    'effect.end',
    `update effects set status = 'started', result = null, effect = 'idempotent'`,
  ),
  'a started call that became repeatable': effectChanged(
    'effect.start',
    `update effects set effect = 'idempotent'`,
  ),
  'a call with other arguments': effectChanged('effect.start', `update effects set args_digest = 'other'`),
  'a call that was inserted': async (scene) => {
    const { run_id, call_key, tool_call_id, tool_id, approval_id } = await scene.ask();
    const { token } = await scene.runner.submitApproval(approval_id, 'deny', { by: MIKA });
    const [decided] = await scene.runner.getExecutionLogs({ runId: run_id, event: 'gate.decision' });
    const args_digest = String(decided?.data['args_digest']);
    const effect = { run_id, call_key, tool_call_id, tool_id, args_digest, effect: 'idempotent' };
    await scene.database.insert('effects', { ...effect, epoch: 1, status: 'started', result: null });
    await attempt(scene.runner.resumeRun(run_id, token));
    return { kind: 'effect', id: call_key };
  },
  'a result of another call': async (scene) => {
    const other = await scene.crashAt('effect.end');
    const runId = await scene.crashAt('effect.start');
    const [effect] = await scene.store.getEffects(runId);
    const [done] = await scene.database.all('select result from effects where run_id = ?', other);
    const sql = `update effects set status = 'done', result = ? where run_id = ?`;
    await scene.database.run(sql, done?.['result'], runId);
    const erased = scene.erased.length;
    // The other run may be resumed, so only this run is executed.
    const run = await scene.store.getRun(runId);
    await attempt(scene.allowing.segments.resumeSegment(runId, run?.epoch));
    return { kind: 'effect', id: effect?.call_key ?? '', erased };
  },
  'a suspended run that was set to running': async (scene) => {
    const { run_id } = await scene.ask();
    const sql = `update runs set status = 'running', owner = 'queue', segment = 1, epoch = 2 where run_id = ?`;
    await scene.database.run(sql, run_id);
    await attempt(scene.runner.recoverRuns());
    return { kind: 'run', id: run_id };
  },
  'a suspended run of another agent': async (scene) => {
    const approval = await scene.ask();
    await scene.database.run(`update runs set agent_name = 'Other' where run_id = ?`, approval.run_id);
    await attempt(scene.approve(approval));
    return { kind: 'run', id: approval.run_id };
  },
  'an ended run that is suspended again': async (scene) => {
    const approval = await scene.ask();
    const { run_id } = approval;
    const [row] = await scene.database.all('select * from runs where run_id = ?', run_id);
    const store = scene.store;
    await scene.approve(approval);
    await attempt(scene.approve(await scene.pending()));
    const erased = scene.erased.length;
    await restore(scene, 'runs', 'run_id', row);
    await scene.database.run('delete from effects where run_id = ?', run_id);
    const used = await store.getApproval(approval.approval_id);
    if (used) await scene.database.writeApproval({ ...used, used_at: undefined });
    await attempt(scene.runner.resumeRun(run_id, await forgeToken(scene, approval)));
    return { kind: 'run', id: run_id, erased };
  },
  'a denial that was removed while the run was claimed': async (scene) => {
    const approval = await scene.ask();
    scene.beforeClaim(async () => {
      await scene.allowing.submitApproval(approval.approval_id, 'deny', { by: MIKA });
      await scene.database.writeApproval(approval);
    });
    await attempt(scene.approve(approval));
    return { kind: 'approval', id: approval.approval_id };
  },
  'a run that was resumed and reset while it was claimed': async (scene) => {
    const approval = await scene.ask();
    const { run_id, approval_id } = approval;
    let erased = 0;
    scene.beforeClaim(async () => {
      const [row] = await scene.database.all('select * from runs where run_id = ?', run_id);
      const decision = { decision: 'approve', by: MIKA } as const;
      await attempt(scene.allowing.approveAndResume(run_id, approval_id, decision));
      erased = scene.erased.length;
      await restore(scene, 'runs', 'run_id', row);
      await scene.database.run('delete from effects where run_id = ?', run_id);
      await scene.database.writeApproval(approval);
    });
    await attempt(scene.approve(approval));
    return { kind: 'run', id: run_id, erased };
  },
  'a run that was deleted': async (scene) => {
    const approval = await scene.ask();
    for (const table of EVERYTHING)
      await scene.database.run(`delete from ${table} where run_id = ?`, approval.run_id);
    await attempt(scene.approve(approval));
    return { kind: 'run', id: approval.run_id };
  },
};

async function rowLike(
  { database }: AuthorityScene,
  { approval_id: id }: HumanApprovalRequest,
  newId: string,
) {
  const [row] = await database.all('select * from approvals where approval_id = ?', id);
  const { number: _number, tenant: _tenant, ...rest } = row ?? {};
  return { ...rest, approval_id: newId };
}
