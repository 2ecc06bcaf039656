import { randomBytes } from 'node:crypto';
import { auditRecord } from '../../audit/audit-record.ts';
import { digestOfText } from '../../checks/digest.ts';
import { QUEUE_OWNER } from '../../store/run-record.ts';
import type { StateStore } from '../../store/state-store.ts';
import type { Approver, HumanApprovalRequest, ResumeToken } from '../../wire/human-approval-request.ts';
import { invalid } from '../approval-error.ts';
import type { Authority } from '../authority/authority.ts';
import { issuedToken } from './decision.ts';

/**
 * Creates a token with 256 random bits. The prefix lets secret scanners find a leaked token. The run id in it is not
 * secret and identifies the run to resume.
 */
export function makeResumeToken(runId: string): string {
  return `rt_${runId}.${randomBytes(32).toString('base64url')}`;
}

/** Returns the run id in a token, or undefined for a text that is not a token. */
export function runOfToken(token: string): string | undefined {
  return /^rt_(.{1,128})\.[\w-]{43}$/.exec(token)?.[1];
}

/**
 * Returns the hash of a token. Tokens are stored and found only by it. The hash includes the segment, so a token of an
 * earlier wait is not valid for a later one.
 */
export function hashResumeToken(token: string, segment: number): string {
  return digestOfText(`${token}\n${segment}`);
}

/** Stores and returns another token for a verified decision while its run is suspended. */
export async function reissuedToken(
  approval: HumanApprovalRequest,
  by: Approver | undefined,
  {
    store,
    authority,
    now,
    ttlMs: ttl_ms,
  }: {
    readonly store: StateStore;
    readonly authority: Authority;
    readonly now: number;
    readonly ttlMs: number;
  },
): Promise<ResumeToken> {
  const { approval_id, run_id, status, kind, used_at } = approval;
  if (status === 'pending' || status === 'cancelled' || (used_at !== undefined && kind === 'call'))
    throw invalid(
      `${approval_id} is ${used_at === undefined ? status : 'used'}, so there is no run to resume.`,
    );
  const run = await store.getRun(run_id);
  if (run?.status !== 'suspended')
    throw invalid(
      run?.owner === QUEUE_OWNER
        ? `${approval_id} is decided and its run is queued. A worker resumes it, or call resumeWhenDecided('${run_id}').`
        : `${approval_id} belongs to a run that is not suspended.`,
    );
  const token = makeResumeToken(run_id);
  const token_hash = hashResumeToken(token, run.segment);
  const record = auditRecord(
    { run_id, tool_call_id: token_hash, event: 'approval.reissued', attempt: run.segment },
    { approval_id, by: by?.id ?? '', ...issuedToken(approval, { token_hash, ttl_ms }, authority) },
  );
  await store.commit([
    { kind: 'token.issue', token_hash, run_id, approval_id, ttl_ms },
    { kind: 'log.append', record },
  ]);
  return { token, run_id, expires_at: new Date(now + ttl_ms).toISOString(), status: 'active' };
}
