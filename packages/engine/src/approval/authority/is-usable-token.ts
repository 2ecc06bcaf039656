import type { Authority } from './authority.ts';
import { recordedToken } from './check-tokens.ts';
import type { RunRecords } from './run-records.ts';

/** Returns whether the audit log contains this token and it has not expired. The row of the token is not used. */
export async function isUsableToken(
  tokenHash: string,
  records: RunRecords,
  authority: Authority,
): Promise<boolean> {
  const issued = recordedToken(tokenHash, records, authority);
  if (!issued || !(issued.expires > (await authority.now()))) return false;
  return authority.elsewhere.log || records.isGenuine(issued.record, authority.keyring.chain);
}
