import { randomInt } from 'node:crypto';
import { auditRecord, type AuditRecord } from '../audit/audit-record.ts';
import type { Keyring } from '../config/keyring.ts';
import type { ApprovalReading, CompleteArguments } from '../wire/approval-reading.ts';
import type { Approver, HumanApprovalRequest } from '../wire/human-approval-request.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { approvalEditOf, openEdit } from './approval-edit.ts';
import { completeArguments } from './complete-arguments.ts';
import { argumentProblems, nameProblems } from './display-problems.ts';
import { displayWarnings } from './display-warnings.ts';
import { displayDigest } from './require-displayed.ts';
import { openCall } from './sealed-call.ts';

/** Returns the complete values of a request for one reader. */
export function approvalReading(
  keyring: Keyring,
  approval: HumanApprovalRequest,
  by: Approver,
): ApprovalReading {
  const call = openCall(keyring, approval);
  // Arguments that are too large are not stored. The masked arguments identify the call.
  const complete = completeArguments(call.args ?? approval.args_masked);
  const edited = openEdit(keyring, approval);
  return {
    approval,
    agent_name: call.agent_name,
    tool_id: call.tool_id,
    server_id: call.server_id,
    ...complete,
    edited: edited === undefined ? undefined : withPaths(approval, completeArguments(edited)),
    warnings: displayWarnings(complete.arguments),
    problems: [...nameProblems(call), ...argumentProblems(call)],
    display_digest: displayDigest(keyring, approval, call, by),
  };
}

/** Throws when the reader has no id, because each reading is recorded with it. */
export function requireReader(by: unknown): void {
  const id: unknown = typeof by === 'object' && by !== null ? Reflect.get(by, 'id') : undefined;
  if (typeof id === 'string' && id !== '') return;
  throw new SekishoError(
    'AGENTS-E-APPROVAL-INVALID',
    'readApproval() records who reads the complete values. Pass { by: { id } } from your authentication.',
  );
}

/** Creates the audit record of a reading. It is stored before the values are returned. */
export function viewedRecord({ approval, display_digest }: ApprovalReading, by: Approver): AuditRecord {
  const { run_id, call_key, approval_id, status, tool_id } = approval;
  return auditRecord(
    {
      run_id,
      tool_call_id: call_key,
      event: 'approval.viewed',
      // A random number, so that two readings in the same millisecond are both recorded.
      attempt: randomInt(2 ** 47),
      decision: status,
    },
    {
      approval_id,
      by: by.id,
      assurance: by.assurance ?? '',
      ...(by.kind === undefined ? {} : { decider: by.kind }),
      display_digest,
      tool: tool_id,
    },
  );
}

const withPaths = (approval: HumanApprovalRequest, complete: CompleteArguments) => ({
  ...complete,
  changed_paths: approvalEditOf(approval)?.changed_paths ?? [],
});
