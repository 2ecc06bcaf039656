import type { ExecutionLog } from '../../wire/execution-log.ts';
import type { GrantRecord } from '../../store/run-record.ts';
import type { Authority } from './authority.ts';
import type { AuthorityFinding } from './authority-finding.ts';
import { EXPIRY_TOLERANCE_MS, timeOf } from './check-approvals.ts';
import { numberIn, textIn, type RunRecords } from './run-records.ts';

/** The clocks that are used to check a grant. */
interface Clocks {
  /** The store's clock minus the runner's. Times in rows use the runner's clock, times in the log the store's. */
  readonly aheadMs: number;
}

/** Returns what is wrong with a grant of this run, or undefined when it matches the log. */
export function grantProblem(
  grant: GrantRecord,
  records: RunRecords,
  authority: Authority,
  { aheadMs }: Clocks,
): string | undefined {
  const given = records.of('grant.given').find(({ data }) => data['grant_id'] === grant.grant_id);
  if (!given || grant.run_id !== records.runId) return 'was never given according to the audit log';
  const uses = numberIn(given, 'uses') ?? Number.NaN;
  const ttl = numberIn(given, 'ttl_ms') ?? Number.NaN;
  if (!authority.isGrantMac(grant, uses, ttl, textIn(given, 'mac') ?? ''))
    return 'is not the grant that was recorded';
  if (!(Math.abs(Date.parse(grant.expires_at) + aheadMs - (timeOf(given) + ttl)) <= EXPIRY_TOLERANCE_MS))
    return 'has another expiry than the one that was recorded';
  const left = isRevoked(grant, records) ? 0 : uses - usesOf(grant, records).length;
  if (grant.uses_left !== left)
    return `has ${grant.uses_left} uses left, but the audit log leaves it ${Math.max(left, 0)}`;
  return undefined;
}

/** Returns the record that created a grant. */
export const grantRecord = (grant: GrantRecord, records: RunRecords): ExecutionLog | undefined =>
  records.of('grant.given').find(({ data }) => data['grant_id'] === grant.grant_id);

/** Compares the grants of a run with its records, in both directions. */
export function checkGrants(
  grants: readonly GrantRecord[],
  records: RunRecords,
  authority: Authority,
  { aheadMs, isComplete }: Clocks & { readonly isComplete: boolean },
): AuthorityFinding[] {
  const finding = (id: string, why: string): AuthorityFinding => ({
    kind: 'grant',
    run_id: records.runId,
    id,
    why,
  });
  const rows = new Set(grants.map(({ grant_id: id }) => id));
  const missing = records
    .of('grant.given')
    .flatMap((each) => (textIn(each, 'mac') === undefined ? [] : [textIn(each, 'grant_id') ?? '']))
    .filter((id) => isComplete && !rows.has(id));
  return [
    ...grants.flatMap((grant) => {
      const why = grantProblem(grant, records, authority, { aheadMs });
      return why === undefined ? [] : [finding(grant.grant_id, why)];
    }),
    ...missing.map((id) => finding(id, 'is recorded in the audit log, but its row is missing')),
  ];
}

const usesOf = ({ grant_id: id }: GrantRecord, records: RunRecords) =>
  records.of('grant.used').filter(({ data }) => data['grant_id'] === id);

const isRevoked = ({ grant_id: id }: GrantRecord, records: RunRecords) =>
  records.of('grant.revoked').some(({ data }) => data['grant_id'] === id);
