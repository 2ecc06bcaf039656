import type { ExecutionLog } from '../../wire/execution-log.ts';
import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import { MAX_PAGE_SIZE, pagesOf } from '../../store/page-request.ts';
import type { EffectRecord, RunRecord } from '../../store/run-record.ts';
import type { StoreWrite } from '../../store/state-store.ts';
import { SekishoError } from '../../errors/sekisho-error.ts';
import type { Authority } from './authority.ts';
import { authorityError, type AuthorityFinding } from './authority-finding.ts';
import { checkApprovals } from './check-approvals.ts';
import { checkEffects, checkRun, lastByCall } from './check-run.ts';
import { RunRecords } from './run-records.ts';

interface RunRows {
  readonly run: RunRecord | undefined;
  readonly approvals: readonly HumanApprovalRequest[];
  readonly effects: readonly EffectRecord[];
}

/** Rows that match the audit log, and their records. */
export interface VerifiedRun extends RunRows {
  readonly records: RunRecords;
  /**
   * The write that fails when the log has a record of the run that is newer than these rows, if the store supports it.
   * After a commit with it the rows do not have to be read again.
   */
  readonly guard: Extract<StoreWrite, { kind: 'log.guard' }> | undefined;
}

/** Each further round needs another concurrent change of the run. */
export const MAX_ROUNDS = 20;

/**
 * Reads the rows of a run and throws unless they match the audit log. Every change of such a row appends a record in
 * the same transaction, so rows that differ are read again as long as new records arrive, because another process may
 * have made the change.
 */
export async function requireVerifiedRun(
  authority: Authority,
  runId: string,
  known = new RunRecords(authority.store, runId),
): Promise<VerifiedRun> {
  let [current] = await Promise.all([readRun(authority, known), authority.ready()]);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const findings = await findingsOf(current, known, authority);
    if (findings.length === 0) return current;
    const earlier = current;
    const before = known.size;
    current = await readRun(authority, known);
    if (known.size === before && !hasMoved(earlier, current)) throw authorityError(findings);
  }
  throw changedRepeatedly(runId);
}

/** Creates the error for a run whose rows were changed by others each time they were read. */
export const changedRepeatedly = (runId: string) =>
  new SekishoError('AGENTS-E-RUN-CONFLICT', `Run ${runId} changed repeatedly while it was read. Try again.`);

/** Reads the rows of a run, and its records into `records`, in one read if the store supports that. */
async function readRun({ store }: Authority, records: RunRecords): Promise<VerifiedRun> {
  const { runId } = records;
  const loaded = await store.loadRun?.(runId);
  if (loaded && loaded.records.length < MAX_PAGE_SIZE) {
    const { run, approvals, effects, last_seq: seq } = loaded;
    records.add(loaded.records);
    return { run, approvals, effects, records, guard: { kind: 'log.guard', run_id: runId, seq } };
  }
  // Records first: rows that are newer than the records are read again.
  await records.refresh();
  const [run, approvals, effects] = await Promise.all([
    store.getRun(runId),
    approvalsOf(store, runId),
    store.getEffects(runId),
  ]);
  return { run, approvals, effects, records, guard: undefined };
}

/** Returns all approval requests of a run. */
export async function approvalsOf(
  store: Pick<Authority['store'], 'listApprovals'>,
  runId: string,
): Promise<readonly HumanApprovalRequest[]> {
  const rows: HumanApprovalRequest[] = [];
  const pages = pagesOf((cursor) => store.listApprovals({ run_id: runId, limit: 500, cursor }));
  for await (const page of pages) rows.push(...page);
  return rows;
}

/** Returns whether the run changed while its rows were read. A change shows as another epoch. */
function hasMoved({ run: one }: RunRows, { run: other }: RunRows): boolean {
  return one?.epoch !== other?.epoch || one?.status !== other?.status;
}

async function findingsOf(
  { run, approvals, effects }: RunRows,
  records: RunRecords,
  authority: Authority,
): Promise<readonly AuthorityFinding[]> {
  const { elsewhere } = authority;
  const findings = [
    ...checkApprovals(approvals, records, authority),
    ...(elsewhere.log ? [] : checkEffects(effects, records)),
    ...(run && !elsewhere.log ? checkRun(run, records) : []),
  ];
  return findings.length > 0 || elsewhere.log ? findings : forged(approvals, effects, records, authority);
}

/**
 * Returns findings for records that permissions depend on and that were added without the key or come from another log.
 */
async function forged(
  approvals: readonly HumanApprovalRequest[],
  effects: readonly EffectRecord[],
  records: RunRecords,
  authority: Authority,
): Promise<AuthorityFinding[]> {
  const starts = lastByCall(records.of('tool.start'));
  const relied: { kind: AuthorityFinding['kind']; id: string; record: ExecutionLog }[] = [];
  for (const { approval_id: id, status, used_at } of approvals) {
    if (used_at !== undefined || (status !== 'approved' && status !== 'pending')) continue;
    for (const record of [records.requestOf(id), ...records.decisionsOf(id)])
      if (record) relied.push({ kind: 'approval', id, record });
  }
  for (const { call_key: id, status } of effects) {
    const record = starts.get(id);
    if (status !== 'done' && record) relied.push({ kind: 'effect', id, record });
  }
  const genuine = await Promise.all(
    relied.map(({ record }) => records.isGenuine(record, authority.keyring.chain)),
  );
  return relied
    .filter((_each, index) => genuine[index] !== true)
    .map(({ kind, id, record }) => ({
      kind,
      run_id: records.runId,
      id,
      why: `depends on record ${record.seq}, which does not belong to this audit log`,
    }));
}
