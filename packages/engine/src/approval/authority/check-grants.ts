import type { GrantRecord } from '../../store/run-record.ts';
import type { ExecutionLog } from '../../wire/execution-log.ts';
import { grantContent, type Authority } from './authority.ts';
import { authorityError, compareRows, type AuthorityFinding } from './authority-finding.ts';
import { EXPIRY_TOLERANCE_MS, timeOf } from './check-approvals.ts';
import { numberIn, RunRecords, textIn } from './run-records.ts';

interface Clocks {
  /** The store's clock minus the runner's. Times in rows use the runner's clock, times in the log the store's. */
  readonly aheadMs: number;
}

/** Returns what is wrong with a grant of this run, or undefined when it matches the log. */
function grantProblem(
  grant: GrantRecord,
  records: RunRecords,
  authority: Authority,
  { aheadMs }: Clocks,
): string | undefined {
  const given = grantRecord(grant, records);
  if (!given || grant.run_id !== records.runId) return 'was never given according to the audit log';
  const uses = numberIn(given, 'uses') ?? Number.NaN;
  const ttl = numberIn(given, 'ttl_ms') ?? Number.NaN;
  if (!authority.isMac(grantContent(grant, uses, ttl), textIn(given, 'mac')))
    return 'is not the grant that was recorded';
  if (!(Math.abs(Date.parse(grant.expires_at) + aheadMs - (timeOf(given) + ttl)) <= EXPIRY_TOLERANCE_MS))
    return 'has another expiry than the one that was recorded';
  const left = isRevoked(grant, records) ? 0 : uses - usesOf(grant, records).length;
  if (grant.uses_left !== left)
    return `has ${grant.uses_left} uses left, but the audit log leaves it ${Math.max(left, 0)}`;
  return undefined;
}

const grantRecord = (grant: GrantRecord, records: RunRecords): ExecutionLog | undefined =>
  records.of('grant.given').find(({ data }) => data['grant_id'] === grant.grant_id);

/** Compares the grants of a run with its records, in both directions. */
export function checkGrants(
  grants: readonly GrantRecord[],
  records: RunRecords,
  authority: Authority,
  { aheadMs, isComplete }: Clocks & { readonly isComplete: boolean },
): AuthorityFinding[] {
  const given = records.of('grant.given').filter((each) => isComplete && textIn(each, 'mac') !== undefined);
  return compareRows(
    { kind: 'grant', run_id: records.runId },
    {
      rows: grants,
      idOf: ({ grant_id }) => grant_id,
      problemOf: (grant) => grantProblem(grant, records, authority, { aheadMs }),
      recorded: given.map((each) => textIn(each, 'grant_id') ?? ''),
    },
  );
}

const usesOf = ({ grant_id: id }: GrantRecord, records: RunRecords) =>
  records.of('grant.used').filter(({ data }) => data['grant_id'] === id);

const isRevoked = ({ grant_id: id }: GrantRecord, records: RunRecords) =>
  records.of('grant.revoked').some(({ data }) => data['grant_id'] === id);

/** Returns the grants of a run that may still be used. Throws when a grant does not match the audit log. */
export async function usableGrants(authority: Authority, runId: string): Promise<readonly GrantRecord[]> {
  const records = new RunRecords(authority.store, runId);
  let findings = await check(authority, records);
  // A grant that is revoked between the two reads looks as if it had been changed, so it is checked again.
  if (findings.problems.length > 0) findings = await check(authority, records);
  if (findings.problems.length > 0) throw authorityError(findings.problems);
  return findings.usable;
}

async function check(authority: Authority, records: RunRecords) {
  const { store, elsewhere, keyring } = authority;
  const usable: GrantRecord[] = [];
  const problems: AuthorityFinding[] = [];
  const grants = await store.listGrants(records.runId);
  if (grants.length === 0) return { usable, problems };
  const [now, aheadMs] = await Promise.all([
    authority.now(),
    authority.aheadMs(),
    authority.ready(),
    records.refresh(),
  ]);
  for (const grant of grants) {
    const given = grantRecord(grant, records);
    const isGenuine = elsewhere.log || (given && (await records.isGenuine(given, keyring.chain)));
    const why =
      grantProblem(grant, records, authority, { aheadMs }) ??
      (isGenuine ? undefined : 'depends on a record that does not belong to this audit log');
    if (why !== undefined) problems.push({ kind: 'grant', run_id: records.runId, id: grant.grant_id, why });
    else if (given && timeOf(given) + (numberIn(given, 'ttl_ms') ?? 0) > now) usable.push(grant);
  }
  return { usable, problems };
}
