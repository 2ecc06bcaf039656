import type { GrantRecord } from '../../store/run-record.ts';
import type { Authority } from './authority.ts';
import { authorityError, type AuthorityFinding } from './authority-finding.ts';
import { timeOf } from './check-approvals.ts';
import { grantProblem, grantRecord } from './check-grants.ts';
import { numberIn, RunRecords } from './run-records.ts';

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
