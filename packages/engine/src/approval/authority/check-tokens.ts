import type { ExecutionLog } from '../../wire/execution-log.ts';
import type { TokenRecord } from '../../store/run-record.ts';
import type { Authority, IssuedToken } from './authority.ts';
import type { AuthorityFinding } from './authority-finding.ts';
import { EXPIRY_TOLERANCE_MS, timeOf } from './check-approvals.ts';
import { numberIn, textIn, type RunRecords } from './run-records.ts';

/** A token that the log contains, and until when it is valid by the store's clock. */
interface RecordedToken extends IssuedToken {
  readonly record: ExecutionLog;
  readonly expires: number;
}

/** Returns the token with this hash if a decision or a reissue of this run issued it. */
export function recordedToken(
  tokenHash: string,
  records: RunRecords,
  authority: Authority,
): RecordedToken | undefined {
  return recordedTokens(records, authority).get(tokenHash);
}

/** Compares the tokens of a run with its records, in both directions. */
export function checkTokens(
  tokens: readonly TokenRecord[],
  records: RunRecords,
  authority: Authority,
): AuthorityFinding[] {
  const recorded = recordedTokens(records, authority);
  const spent = new Set(records.of('run.resumed', 'run.recovered').map((each) => textIn(each, 'token_hash')));
  const rows = new Set(tokens.map(({ token_hash: hash }) => hash));
  const finding = (id: string, why: string): AuthorityFinding => ({
    kind: 'token',
    run_id: records.runId,
    id,
    why,
  });
  return [
    ...tokens.flatMap((token) => {
      const { token_hash: hash, approval_id, status, expires_at } = token;
      const issued = recorded.get(hash);
      if (!issued) return [finding(hash, 'was never issued according to the audit log')];
      if (textIn(issued.record, 'approval_id') !== approval_id)
        return [finding(hash, 'names another approval than the one that was recorded')];
      if (!(Math.abs(expires_at - issued.expires) <= EXPIRY_TOLERANCE_MS))
        return [finding(hash, 'has another expiry than the one that was recorded')];
      if ((status === 'used') !== spent.has(hash))
        return [finding(hash, `is ${status}, but the audit log says otherwise`)];
      return [];
    }),
    ...[...recorded.keys()]
      .filter((hash) => !rows.has(hash))
      .map((hash) => finding(hash, 'is recorded in the audit log, but its row is missing')),
  ];
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
      !authority.isTokenMac({ approval_id, run_id: records.runId }, token, textIn(record, 'token_mac') ?? '')
    )
      continue;
    found.set(token_hash, { ...token, record, expires: timeOf(record) + ttl_ms });
  }
  return found;
}
