import { randomUUID } from 'node:crypto';
import type { HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import type { GrantRecord } from '../contracts/run-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';

/** How far a yes reaches beyond the call it was given for. */
export interface GrantRequest {
  readonly scope: 'run' | 'tool_and_destination';
  readonly ttlSec?: number | undefined;
  readonly maxUses?: number | undefined;
}

/** Makes a grant out of an approval. Calls of the highest risk are asked about every time. */
export function grantFor(approval: HumanApprovalRequest, request: GrantRequest, now: number): GrantRecord {
  if (approval.risk_level >= 5) {
    throw new SekishoError(
      'AGENTS-E-APPROVAL-INVALID',
      'Calls of risk 5 are asked about each time; no grant is possible.',
    );
  }
  if (request.scope === 'tool_and_destination' && approval.destination === undefined) {
    throw new SekishoError(
      'AGENTS-E-APPROVAL-INVALID',
      'This call has no destination that a grant could be limited to.',
    );
  }
  return {
    grant_id: `gr_${randomUUID()}`,
    run_id: approval.run_id,
    tool_id: approval.tool_id,
    definition_digest: approval.definition_digest,
    destination: request.scope === 'run' ? null : (approval.destination ?? null),
    scope: request.scope,
    granted_by: approval.approval_id,
    expires_at: new Date(now + (request.ttlSec ?? 3600) * 1000).toISOString(),
    uses_left: request.maxUses ?? 20,
  };
}
