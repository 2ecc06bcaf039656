import type { ExecutionLog } from '../../wire/execution-log.ts';
import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import { decisionContent, extensionContent, requestContent, ttlOf, type Authority } from './authority.ts';
import { compareRows, type AuthorityFinding } from './authority-finding.ts';
import { numberIn, textIn, type RunRecords } from './run-records.ts';

/** Clocks are compared with this tolerance, so smaller differences of a deadline are accepted. */
export const EXPIRY_TOLERANCE_MS = 5_000;

/** Compares the approvals of a run with its records, in both directions. */
export function checkApprovals(
  approvals: readonly HumanApprovalRequest[],
  records: RunRecords,
  authority: Authority,
): AuthorityFinding[] {
  return compareRows(
    { kind: 'approval', run_id: records.runId },
    {
      rows: approvals,
      idOf: ({ approval_id }) => approval_id,
      problemOf: (approval) => problemOf(approval, records, authority),
      recorded: records.requestIds(),
    },
  );
}

function problemOf(
  approval: HumanApprovalRequest,
  records: RunRecords,
  authority: Authority,
): string | undefined {
  const { approval_id: id, run_id, status, used_at } = approval;
  const request = records.requestOf(id);
  if (!request && run_id === records.runId && records.isOldEnd(id)) return undefined;
  if (!request || run_id !== records.runId) return 'was never recorded in the audit log';
  const asked = numberIn(request, 'ttl_ms') ?? Number.NaN;
  if (!authority.isMac(requestContent(approval, asked), textIn(request, 'mac')))
    return 'is not the request that was recorded';
  const allowed = allowedTtl(approval, request, records, authority);
  if (!(Math.abs(ttlOf(approval) - allowed) <= EXPIRY_TOLERANCE_MS))
    return 'has another expiry than the one that was recorded';
  const [decision, second] = records.decisionsOf(id);
  if (second) return 'was decided more than once according to the audit log';
  if (decision) {
    const deadline = timeOf(request) + allowed + EXPIRY_TOLERANCE_MS;
    return decisionProblem(approval, decision, authority, deadline) ?? useProblem(approval, records);
  }
  return status === 'pending' && used_at === undefined
    ? undefined
    : `is ${status}, but no decision was recorded`;
}

function decisionProblem(
  approval: HumanApprovalRequest,
  decision: ExecutionLog,
  authority: Authority,
  deadline: number,
): string | undefined {
  const { status } = approval;
  if (decision.decision !== status) return `is ${status}, but was recorded as ${decision.decision}`;
  if (!isDecided(approval, decision, authority)) return 'does not hold the decision that was recorded';
  if (status === 'approved' && !(timeOf(decision) <= deadline)) return 'was approved after it had expired';
  return undefined;
}

function useProblem({ approval_id: id, used_at }: HumanApprovalRequest, records: RunRecords) {
  const isUsed = records.usesOf(id).length > 0;
  if (isUsed && used_at === undefined) return 'was used before according to the audit log';
  if (!isUsed && used_at !== undefined) return 'is marked as used, but no use was recorded';
  return undefined;
}

/** Returns the longest time for a decision that was recorded for a request. */
function allowedTtl(
  approval: HumanApprovalRequest,
  request: ExecutionLog,
  records: RunRecords,
  authority: Authority,
): number {
  const extensions = records
    .of('approval.extended')
    .filter(({ data }) => data['approval_id'] === approval.approval_id)
    .flatMap((each) => {
      const ttl = numberIn(each, 'ttl_ms') ?? Number.NaN;
      return authority.isMac(extensionContent(approval, ttl), textIn(each, 'mac')) ? [ttl] : [];
    });
  return Math.max(numberIn(request, 'ttl_ms') ?? Number.NaN, ...extensions);
}

function isDecided(approval: HumanApprovalRequest, decision: ExecutionLog, authority: Authority): boolean {
  const { status: to, decided_by: by } = approval;
  const content = { ...approval, to, by, outcome: textIn(decision, 'outcome') };
  return authority.isMac(decisionContent(content), textIn(decision, 'mac'));
}

/** Returns when the store wrote a record, by the store's clock. */
export const timeOf = ({ timestamp }: ExecutionLog) => Date.parse(timestamp);
