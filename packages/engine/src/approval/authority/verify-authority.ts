import { setImmediate as nextTurn } from 'node:timers/promises';
import { pagesOf } from '../../store/page-request.ts';
import type { EffectRecord } from '../../store/run-record.ts';
import type { Authority } from './authority.ts';
import type { AuthorityFinding } from './authority-finding.ts';
import { checkApprovals } from './check-approvals.ts';
import { checkEffects, checkRun, hasEnded } from './check-run.ts';
import { checkGrants } from './check-grants.ts';
import { checkTokens } from './check-tokens.ts';
import { approvalsOf } from './require-verified-run.ts';
import { RunRecords } from './run-records.ts';

/** The result of comparing the rows that carry authority with the audit log. */
export interface AuthorityVerification {
  /** The number of runs that were compared. */
  readonly runs: number;
  readonly findings: readonly AuthorityFinding[];
}

const PAGE = 100;
/** Limits the size of the report. */
const MAX_FINDINGS = 1_000;

/**
 * Compares every request, decision, token, grant, call and run with the audit log, in both directions. Finds rows that
 * were changed, inserted, copied or deleted. The chain of the log must have been verified before.
 */
export async function verifyAuthority(authority: Authority): Promise<AuthorityVerification> {
  const past = authority.inThePast();
  await past.ready();
  const findings: AuthorityFinding[] = [];
  const seen = new Set<string>();
  const verifyAll = async (runIds: readonly string[]) => {
    const fresh = runIds.filter((id) => !seen.has(id));
    for (const found of await Promise.all(fresh.map((id) => verifyRun(past, id)))) findings.push(...found);
    for (const id of fresh) seen.add(id);
    await nextTurn();
  };
  for (let after = ''; findings.length < MAX_FINDINGS;) {
    const runIds = (await past.store.listAuthorityRuns?.(after, PAGE)) ?? [];
    await verifyAll(runIds);
    const last = runIds.at(-1);
    if (last === undefined) break;
    after = last;
  }
  for await (const runIds of openRuns(past)) await verifyAll(runIds);
  return { runs: seen.size, findings: findings.slice(0, MAX_FINDINGS) };
}

/**
 * Yields the runs that have not ended, by their rows and by the log. A run whose rows were deleted is only in the log.
 */
async function* openRuns({ store }: Authority): AsyncGenerator<readonly string[]> {
  for (const status of ['running', 'suspended'] as const) {
    for await (const rows of pagesOf((cursor) => store.listRuns({ status, limit: PAGE, cursor })))
      yield rows.map(({ run_id: id }) => id);
  }
  const open = new Set<string>();
  for (let afterSeq = 0; ;) {
    const page = await store.queryLogs({ events: [...STARTS, ...ENDS], afterSeq, limit: 1_000 });
    for (const { event, run_id } of page) {
      if (STARTS.includes(event)) open.add(run_id);
      else if (ENDS.includes(event)) open.delete(run_id);
    }
    const last = page.at(-1);
    if (last === undefined) break;
    afterSeq = last.seq;
    await nextTurn();
  }
  const left = [...open];
  for (let index = 0; index < left.length; index += PAGE) yield left.slice(index, index + PAGE);
}

const STARTS: readonly string[] & readonly 'run.started'[] = ['run.started'];
const ENDS: readonly string[] & readonly ('run.finished' | 'run.denied' | 'run.failed')[] = [
  'run.finished',
  'run.denied',
  'run.failed',
];

async function verifyRun(authority: Authority, runId: string): Promise<readonly AuthorityFinding[]> {
  const records = new RunRecords(authority.store, runId);
  let findings = await compare(authority, records, runId);
  // A run that changes while it is read looks as if it had been changed, so it is read again.
  for (let attempt = 0; findings.length > 0 && attempt < 3; attempt += 1) {
    if (!(await records.refresh()) && attempt > 0) break;
    findings = await compare(authority, records, runId);
  }
  return findings;
}

async function compare(authority: Authority, records: RunRecords, runId: string) {
  const { store, elsewhere, keyring } = authority;
  const [run, approvals, tokens, allGrants, goodGrants, effects, aheadMs] = await Promise.all([
    store.getRun(runId),
    approvalsOf(store, runId),
    store.listTokens?.(runId),
    store.listAllGrants?.(runId),
    store.listGrants(runId),
    store.getEffects(runId),
    authority.aheadMs(),
    records.refresh(),
  ]);
  const findings: AuthorityFinding[] = [];
  const grants = allGrants ?? goodGrants;
  const rows = approvals.length + (tokens?.length ?? 0) + grants.length + effects.length;
  if (!run) {
    // Retention removes an ended run with all its rows.
    if (rows === 0 && (hasEnded(records) || elsewhere.log)) return [];
    findings.push({
      kind: 'run',
      run_id: runId,
      id: runId,
      why: records.of('run.started').length > 0 ? 'is recorded, but its row is missing' : 'was never started',
    });
  }
  findings.push(...checkApprovals(approvals, records, authority));
  if (tokens) findings.push(...checkTokens(tokens, records, authority));
  findings.push(...checkGrants(grants, records, authority, { aheadMs, isComplete: allGrants !== undefined }));
  if (elsewhere.log) return findings;
  findings.push(...checkEffects(effects, records), ...effects.flatMap(forgedResult(records, keyring)));
  if (run) findings.push(...checkRun(run, records));
  return findings;
}

/** Returns findings for results that were not sealed by this installation for this call. */
const forgedResult =
  (records: RunRecords, keyring: Authority['keyring']) =>
  ({ run_id, call_key, status, result }: EffectRecord): AuthorityFinding[] => {
    // The retention empties results of ended runs, which are never used again.
    if (status !== 'done' || (result?.length === 0 && hasEnded(records))) return [];
    try {
      keyring.open(result ?? new Uint8Array(), `effect:${run_id}:${call_key}`);
      return [];
    } catch {
      const why = 'holds a result that was not sealed by this installation for this call';
      return [{ kind: 'effect', run_id, id: call_key, why }];
    }
  };
