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

/** Whether one yes may stand for more than one call. What moves money or power is asked about every time. */
export function mayBeGranted({
  risk_level: risk,
  effect,
}: {
  readonly risk_level: number;
  readonly effect?: string | undefined;
}): boolean {
  return risk < 5 && effect !== 'spend' && effect !== 'execute' && effect !== 'admin';
}

/** Makes a grant out of an approval. */
export function grantFor(approval: HumanApprovalRequest, request: GrantRequest, now: number): GrantRecord {
  if (!mayBeGranted(approval)) {
    throw new SekishoError(
      'AGENTS-E-APPROVAL-INVALID',
      'Calls of risk 5, and calls that spend, execute or administer, are asked about each time; no grant is possible.',
    );
  }
  if (request.scope === 'tool_and_destination' && approval.destination === undefined) {
    throw new SekishoError(
      'AGENTS-E-APPROVAL-INVALID',
      'This call has no destination that a grant could be limited to.',
    );
  }
  const { scope, ttlSec = 3600, maxUses = 20 } = request;
  if (scope !== 'run' && scope !== 'tool_and_destination')
    throw new SekishoError('AGENTS-E-APPROVAL-INVALID', 'A grant is for "run" or "tool_and_destination".');
  if (!isWithin(ttlSec, MAX_TTL_SEC) || !isWithin(maxUses, MAX_USES)) {
    throw new SekishoError(
      'AGENTS-E-APPROVAL-INVALID',
      `A grant lasts 1 to ${MAX_TTL_SEC} seconds and 1 to ${MAX_USES} uses, in whole numbers.`,
    );
  }
  return {
    grant_id: `gr_${randomUUID()}`,
    run_id: approval.run_id,
    tool_id: approval.tool_id,
    definition_digest: approval.definition_digest,
    destination: scope === 'run' ? null : (approval.destination ?? null),
    scope,
    granted_by: approval.approval_id,
    expires_at: new Date(now + ttlSec * 1000).toISOString(),
    uses_left: maxUses,
  };
}

const MAX_TTL_SEC = 30 * 86_400;
const MAX_USES = 10_000;

const isWithin = (value: unknown, limit: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= limit;
