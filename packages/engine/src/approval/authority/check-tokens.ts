import type { TokenRecord } from '../../store/run-record.ts';
import type { ExecutionLog } from '../../wire/execution-log.ts';
import { tokenContent, type Authority, type IssuedToken } from './authority.ts';
import { compareRows, type AuthorityFinding } from './authority-finding.ts';
import { EXPIRY_TOLERANCE_MS, timeOf } from './check-approvals.ts';
import { numberIn, textIn, type RunRecords } from './run-records.ts';

/** A token that the log contains, and until when it is valid by the store's clock. */
interface RecordedToken extends IssuedToken {
  readonly record: ExecutionLog;
  readonly expires: number;
}

/** Compares the tokens of a run with its records, in both directions. */
export function checkTokens(
  tokens: readonly TokenRecord[],
  records: RunRecords,
  authority: Authority,
): AuthorityFinding[] {
  const recorded = recordedTokens(records, authority);
  const spent = new Set(records.of('run.resumed', 'run.recovered').map((each) => textIn(each, 'token_hash')));
  const problemOf = ({ token_hash: hash, approval_id, status, expires_at }: TokenRecord) => {
    const issued = recorded.get(hash);
    if (!issued) return 'was never issued according to the audit log';
    if (textIn(issued.record, 'approval_id') !== approval_id)
      return 'names another approval than the one that was recorded';
    if (!(Math.abs(expires_at - issued.expires) <= EXPIRY_TOLERANCE_MS))
      return 'has another expiry than the one that was recorded';
    return (status === 'used') === spent.has(hash)
      ? undefined
      : `is ${status}, but the audit log says otherwise`;
  };
  return compareRows(
    { kind: 'token', run_id: records.runId },
    { rows: tokens, idOf: ({ token_hash }) => token_hash, problemOf, recorded: recorded.keys() },
  );
}

function recordedTokens(records: RunRecords, authority: Authority): ReadonlyMap<string, RecordedToken> {
  const found = new Map<string, RecordedToken>();
  const issuing = ['approval.approved', 'approval.denied', 'approval.expired', 'approval.reissued'] as const;
  for (const record of records.of(...issuing)) {
    const token_hash = textIn(record, 'token_hash');
    const ttl_ms = numberIn(record, 'token_ttl_ms');
    const approval_id = textIn(record, 'approval_id');
    if (token_hash === undefined || ttl_ms === undefined || approval_id === undefined) continue;
    const token = { token_hash, ttl_ms };
    if (
      !authority.isMac(
        tokenContent({ approval_id, run_id: records.runId }, token),
        textIn(record, 'token_mac'),
      )
    )
      continue;
    found.set(token_hash, { ...token, record, expires: timeOf(record) + ttl_ms });
  }
  return found;
}

/** Returns whether the audit log contains this token and it has not expired. The row of the token is not used. */
export async function isUsableToken(
  tokenHash: string,
  records: RunRecords,
  authority: Authority,
): Promise<boolean> {
  const issued = recordedTokens(records, authority).get(tokenHash);
  if (!issued || !(issued.expires > (await authority.now()))) return false;
  return authority.elsewhere.log || records.isGenuine(issued.record, authority.keyring.chain);
}
