import { randomUUID } from 'node:crypto';
import type { Keyring } from '../config/keyring.ts';
import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { GrantRecord } from '../store/run-record.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { hostOffer } from './host-coverage.ts';

/**
 * Permits the same agent to repeat the approved call in the same run without another approval request. Both scopes
 * cover exactly the displayed values; only arguments that the tool's manifest declares as content may differ.
 * `tool_and_destination` requires that the call has a destination. `host_policy` replaces only the tool's own
 * `needsApproval`: it covers further calls of the tool, with any values, that the gate allows by itself.
 */
export interface GrantRequest {
  readonly scope: 'run' | 'tool_and_destination' | 'host_policy';
  /** Default 3600, at most 30 days. */
  readonly ttlSec?: number | undefined;
  /** Default 20, at most 10,000. */
  readonly maxUses?: number | undefined;
}

/**
 * Returns whether an approval may include a grant. Payments, commands, changes of rights and calls of risk 5 always
 * need an approval.
 */
export function mayBeGranted({
  risk_level: risk,
  effect,
}: {
  readonly risk_level: number;
  readonly effect?: string | undefined;
}): boolean {
  return risk < 5 && effect !== 'spend' && effect !== 'execute' && effect !== 'admin';
}

/** Creates the grant that a person adds to an approval. */
export function grantFor(
  approval: HumanApprovalRequest,
  request: GrantRequest,
  { now, keyring }: { readonly now: number; readonly keyring: Pick<Keyring, 'digest'> },
): GrantRecord {
  const { destination } = approval;
  const { scope, ttlSec = 3600, maxUses = 20 } = request;
  if (!mayBeGranted(approval)) {
    throw invalid(
      'Calls of risk 5, and calls that spend, execute or administer, need an approval each time, so no grant is possible. Approve without a grant.',
    );
  }
  if (scope === 'host_policy' && approval.asked_by !== 'host')
    throw invalid(
      'The gate requires an approval of this call. A grant for the policy of the tool would not cover it.',
    );
  const offer =
    scope === 'host_policy' ? hostOffer(approval, (text) => keyring.digest(text)) : approval.grant_offer;
  if (offer === undefined) {
    throw invalid(
      `Approval ${approval.approval_id} offers no grant: untrusted text steers the model or asks for this call, the call carries a link, session data or a secret, or its arguments are too large. Approve without a grant.`,
    );
  }
  if (scope !== 'run' && scope !== 'tool_and_destination' && scope !== 'host_policy')
    throw invalid('The scope of a grant must be "run", "tool_and_destination" or "host_policy".');
  if (scope === 'tool_and_destination' && destination === undefined)
    throw invalid('This call has no destination that a grant could be limited to. Use the scope "run".');
  if (!isWithin(ttlSec, MAX_TTL_SEC) || !isWithin(maxUses, MAX_USES)) {
    throw invalid(
      `A grant must have a duration of 1 to ${MAX_TTL_SEC} seconds and 1 to ${MAX_USES} uses, in whole numbers.`,
    );
  }
  return {
    grant_id: `gr_${randomUUID()}`,
    run_id: approval.run_id,
    tool_id: approval.tool_id,
    definition_digest: approval.definition_digest,
    ...offer,
    destination: scope === 'tool_and_destination' ? (destination ?? null) : null,
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

const invalid = (message: string) => new SekishoError('AGENTS-E-APPROVAL-INVALID', message);
