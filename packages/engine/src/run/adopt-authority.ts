import type { ExecutionLog } from '../wire/execution-log.ts';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import type { StateStore, StoreWrite } from '../store/state-store.ts';
import { approvalsOf } from '../approval/authority/require-verified-run.ts';
import { auditRecord, type AuditRecord } from '../audit/audit-record.ts';
import { type Authority, ttlOf } from '../approval/authority/authority.ts';
import { LOG_VERSION } from '../audit/permission-check.ts';
import { verifyExecutionLog } from '../audit/verify-execution-log.ts';

/**
 * Reissues the approval requests of a store of version 0.1 with MACs, before the first write of this version. It happens
 * once: the record of the log's version is written in the same transaction. A log without that record is migrated only if
 * the whole log verifies, so removing the record does not cause other rows to be signed.
 */
export async function adoptAuthority(authority: Authority): Promise<void> {
  const { store, keyring } = authority;
  if (await isAdopted(store)) return;
  const { ok, first_bad: bad } = await verifyExecutionLog(store, keyring.chain);
  if (!ok) {
    throw new SekishoError(
      'AGENTS-E-RUN-STATE',
      `The audit log of this store does not verify, so its approval requests are not adopted: ${bad?.why ?? ''} ` +
        'Restore the store from a backup, or start with an empty one.',
    );
  }
  await authority.ready();
  const records: AuditRecord[] = [];
  for (const status of ['suspended', 'running'] as const) {
    let cursor: string | undefined;
    do {
      const page = await store.listRuns({ status, limit: 100, cursor });
      for (const { run_id: runId } of page.rows) records.push(...(await reissue(authority, runId)));
      cursor = page.cursor;
    } while (cursor !== undefined);
  }
  const version = auditRecord(
    { run_id: '', tool_call_id: `version:${LOG_VERSION}`, event: 'audit.version', attempt: 0 },
    { log_version: LOG_VERSION, reissued: records.length },
  );
  // Processes that start at the same time create the same records, and the store stores one of each.
  await store.commit([version, ...records].map((record): StoreWrite => ({ kind: 'log.append', record })));
}

async function isAdopted(store: StateStore): Promise<boolean> {
  const [version] = await store.queryLogs({ runId: '', event: 'audit.version', limit: 1 });
  if (version || !(await store.lastLog())) return true;
  // The record may have been removed with an archive; checkpoints repeat it.
  if (((await store.logStart?.())?.seq ?? 0) === 0) return false;
  const checkpoints = await store.queryLogs({ runId: '', event: 'audit.checkpoint', limit: 10_000 });
  return checkpoints.some(({ data }) => data['log_version'] === LOG_VERSION);
}

/** Returns the records that make the requests of one run, and the decisions that the log confirms, valid from now on. */
async function reissue(authority: Authority, runId: string): Promise<AuditRecord[]> {
  const { store } = authority;
  const logs = await store.queryLogs({ runId, limit: 10_000 });
  // A run that is not in the log was not started by this installation.
  if (!logs.some(({ event }) => event === 'run.started')) return [];
  const approvals = await approvalsOf(store, runId);
  return approvals.flatMap((approval) => [
    requestRecord(approval, authority),
    ...(isConfirmed(approval, logs) ? [decisionRecord(approval, authority)] : []),
  ]);
}

/** Returns whether the log of version 0.1 contains this decision. That log does not contain edited arguments. */
function isConfirmed(approval: HumanApprovalRequest, logs: readonly ExecutionLog[]): boolean {
  const { approval_id: id, status, used_at, edited_args } = approval;
  if (edited_args !== undefined && used_at === undefined) return false;
  return logs.some(({ event, data }) => event === `approval.${status}` && data['approval_id'] === id);
}

function requestRecord(approval: HumanApprovalRequest, authority: Authority): AuditRecord {
  const { approval_id, run_id, turn, tool_id: tool } = approval;
  return auditRecord(
    {
      run_id,
      tool_call_id: approval_id,
      event: 'approval.requested',
      attempt: Number(turn),
      decision: 'pending',
    },
    { approval_id, mac: authority.requestMac(approval), reissued: true, tool, ttl_ms: ttlOf(approval) },
  );
}

function decisionRecord(approval: HumanApprovalRequest, authority: Authority): AuditRecord {
  const { approval_id, run_id, turn, action_digest, decided_by: by, comment, edited_args, status } = approval;
  const mac = authority.decisionMac({
    run_id,
    approval_id,
    action_digest,
    to: status,
    by,
    comment,
    edited_args,
  });
  return auditRecord(
    {
      run_id,
      tool_call_id: approval_id,
      event: status === 'pending' ? 'approval.requested' : `approval.${status}`,
      attempt: Number(turn),
      decision: status,
    },
    { approval_id, by: by?.id ?? '', mac, reissued: true },
  );
}
