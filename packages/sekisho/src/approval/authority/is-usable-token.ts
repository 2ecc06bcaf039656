import type { Authority } from './authority.ts';
import { recordedToken } from './check-tokens.ts';
import type { RunRecords } from './run-records.ts';

/** Whether a decision or a reissue gave this token, and its time has not passed. The audit log says so, not the row. */
export async function isUsableToken(
  tokenHash: string,
  records: RunRecords,
  authority: Authority,
): Promise<boolean> {
  const issued = recordedToken(tokenHash, records, authority);
  if (!issued || !(issued.expires > (await authority.now()))) return false;
  return authority.elsewhere.log || records.isGenuine(issued.record, authority.keyring.chain);
}
