import { setImmediate as nextTurn } from 'node:timers/promises';
import { verifySignature, type ChainKey } from '../config/keyring.ts';
import { canonicalJson } from '../checks/canonical-json.ts';
import type { ExecutionLog, ExecutionLogQuery } from '../wire/execution-log.ts';
import { renderLogBody } from '../wire/log-body.ts';
import { PermissionCheck, type PermissionReport } from './permission-check.ts';

/**
 * The result of a verification of the audit log. `first_bad` is the first record that breaks the chain, or else the
 * first execution without a permission.
 */
export interface LogVerification {
  readonly ok: boolean;
  readonly records: number;
  readonly checkpoints: number;
  /** The record that precedes the first one: number 0, or the last record of the removed archives. */
  readonly start: LogPosition;
  readonly head: LogPosition;
  /** Whether every execution in the verified part of the log has its permission in the log. */
  readonly permissions: PermissionReport;
  readonly first_bad?: { readonly seq: number; readonly why: string };
}

/** A record of the log by its number and its hash. */
export interface LogPosition {
  readonly seq: number;
  readonly hash: string;
}

/** A checkpoint that was stored outside of the store, to detect a log that was truncated or replaced. */
export interface Checkpoint {
  readonly seq: number;
  readonly hash: string;
  readonly signature: string;
  readonly public_key: string;
}

/** The source of records in order. */
export interface LogReader {
  /** Returns where a log begins that does not begin with record 1. Compare it with the end of the last archive. */
  logStart?(): Promise<LogPosition>;
  /** The log is an archive, which may end at any record. */
  readonly isArchive?: boolean;
  /** The record from which on every start names its permission, when the log need not contain a version record. */
  readonly permissionsFrom?: number | undefined;
  queryLogs(query: ExecutionLogQuery): Promise<readonly ExecutionLog[]>;
}

/**
 * Verifies the whole log: sequence, chain, checkpoints, the permission of every execution and, if given, an external
 * anchor. `chain` contains the keys in the order of their use. The key changes only at a record that announces it,
 * which the new key chains to the records before, and never back. An old key can therefore neither extend the log nor
 * change records that the new key covers.
 */
export async function verifyExecutionLog(
  reader: LogReader,
  chain: readonly ChainKey[],
  anchor?: Checkpoint,
): Promise<LogVerification> {
  const start: LogPosition = (await reader.logStart?.()) ?? { seq: 0, hash: '' };
  const seen = { records: 0, checkpoints: 0, start, head: start };
  const permissions = new PermissionCheck(start.seq, reader.permissionsFrom);
  const bad = (seq: number, why: string): LogVerification => ({
    ok: false,
    ...seen,
    permissions: permissions.report,
    first_bad: { seq, why },
  });
  if (anchor && anchor.seq > 0 && anchor.seq <= start.seq && anchor.hash !== start.hash)
    return bad(
      anchor.seq,
      `Record ${anchor.seq} of the anchor is not in this log. Verify the archive that contains it.`,
    );
  let isMet = anchor?.seq === start.seq && anchor.hash === start.hash;
  let inUse: number | undefined;
  for (;;) {
    const page = await reader.queryLogs({ afterSeq: seen.head.seq, limit: 1000 });
    for (const record of page) {
      const expected = seen.head.seq + 1;
      if (record.seq !== expected)
        return bad(expected, `Record ${expected} is missing. The next record is ${record.seq}.`);
      const body = renderLogBody({ ...record, data: canonicalJson(record.data) });
      const fits = ({ link }: ChainKey) => link(seen.head.hash, record.seq, body) === record.hash;
      const usual = inUse === undefined ? undefined : chain[inUse];
      const key = inUse !== undefined && usual && fits(usual) ? inUse : chain.findIndex(fits);
      if (key < (inUse ?? 0)) return bad(record.seq, whyBroken(record.seq, key));
      if (inUse !== undefined && key > inUse && record.event !== 'key.rotated') {
        return bad(record.seq, `Record ${record.seq} changes the key, but does not announce a rotation.`);
      }
      inUse = key;
      if (record.event === 'audit.checkpoint') {
        if (!holds(record.data))
          return bad(record.seq, `The checkpoint in record ${record.seq} is not signed.`);
        seen.checkpoints += 1;
      }
      seen.records += 1;
      seen.head = { seq: record.seq, hash: record.hash };
      permissions.read(record);
      if (anchor?.seq !== record.seq) continue;
      isMet = anchor.hash === record.hash;
      if (!isMet)
        return bad(record.seq, `Record ${record.seq} does not match the anchor: the log was replaced.`);
    }
    // A reader may return fewer records than requested, so only an empty page is the end.
    if (page.length === 0) break;
    // Other requests of the process can run between two pages of a long log.
    await nextTurn();
  }
  if (reader.isArchive !== true && inUse !== undefined && chain[inUse]?.retired === true) {
    return bad(
      seen.head.seq + 1,
      'The log ends under a retired key: the records after the rotation were removed.',
    );
  }
  if (anchor && !isSigned(anchor)) return bad(anchor.seq, 'The anchor is not signed by its own public key.');
  if (anchor && anchor.seq > seen.head.seq) {
    return bad(
      seen.head.seq + 1,
      `The log ends at record ${seen.head.seq}, but the anchor is record ${anchor.seq}: the end of the log was removed.`,
    );
  }
  if (anchor && !isMet)
    return bad(
      seen.head.seq + 1,
      `The anchor has the number ${anchor.seq}, which is not the number of a record.`,
    );
  const { report } = permissions;
  const [first] = report.findings;
  return first === undefined ? { ok: true, ...seen, permissions: report } : bad(first.seq, first.why);
}

const whyBroken = (seq: number, key: number) =>
  key < 0
    ? `Record ${seq} or the record before it was changed.`
    : `Record ${seq} was written with a key that had already been replaced.`;

/** Returns the text that a checkpoint signs. */
export const checkpointText = (seq: number, hash: string) => `sekisho-checkpoint-v1\n${seq}\n${hash}`;

const isSigned = ({ seq, hash, signature, public_key: key }: Checkpoint) =>
  verifySignature(key, checkpointText(seq, hash), signature);

function holds(data: Readonly<Record<string, unknown>>): boolean {
  const { seq, hash, signature, public_key: key } = data;
  if (typeof seq !== 'number' || typeof hash !== 'string') return false;
  if (typeof signature !== 'string' || typeof key !== 'string') return false;
  return isSigned({ seq, hash, signature, public_key: key });
}
