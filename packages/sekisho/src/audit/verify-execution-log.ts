import { setImmediate as nextTurn } from 'node:timers/promises';
import { verifySignature, type ChainKey } from '../config/keyring.ts';
import { canonicalJson } from '../contracts/canonical-json.ts';
import type { ExecutionLog, ExecutionLogQuery } from '../contracts/execution-log.ts';
import { renderLogBody } from '../contracts/log-body.ts';
import { PermissionCheck, type PermissionReport } from './permission-check.ts';

/**
 * What a verification of the audit log found. `first_bad` names the first record that does not hold: one that breaks the
 * chain, else the first execution without a permission.
 */
export interface LogVerification {
  readonly ok: boolean;
  readonly records: number;
  readonly checkpoints: number;
  /** The record that the first one is chained to: number 0, or the last one of the archives that were taken away. */
  readonly start: LogPosition;
  readonly head: LogPosition;
  /** Whether every execution in the log has its permission in the log, as far as the chain holds. */
  readonly permissions: PermissionReport;
  readonly first_bad?: { readonly seq: number; readonly why: string };
}

/** A record of the log by its number and its hash. */
export interface LogPosition {
  readonly seq: number;
  readonly hash: string;
}

/** A checkpoint that was kept outside of the store, to notice a log that was cut off or replaced as a whole. */
export interface Checkpoint {
  readonly seq: number;
  readonly hash: string;
  readonly signature: string;
  readonly public_key: string;
}

/** What the verifier needs: the records in order. */
export interface LogReader {
  /** Where a log begins that does not begin with record 1. Whoever verifies compares it with the end of the last archive. */
  logStart?(): Promise<LogPosition>;
  /** An archive may end anywhere. */
  readonly isArchive?: boolean;
  /** The record from which on every start names its permission, where the log itself need not say so. */
  readonly permissionsFrom?: number | undefined;
  queryLogs(query: ExecutionLogQuery): Promise<readonly ExecutionLog[]>;
}

/**
 * Reads the whole log and checks sequence, chain, checkpoints, that every execution has its permission, and, if given, an
 * anchor from outside. `chain` has the keys
 * in the order of their use. The key changes only at a record that says so, which the new key chains to the old
 * stretch, and never back: whoever learned an old key can no longer add to the log or change what the new key covers.
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
      `Record ${anchor.seq}, which the anchor names, is not in this log: verify the archive that has it.`,
    );
  let isMet = anchor?.seq === start.seq && anchor.hash === start.hash;
  let inUse: number | undefined;
  for (;;) {
    const page = await reader.queryLogs({ afterSeq: seen.head.seq, limit: 1000 });
    for (const record of page) {
      const expected = seen.head.seq + 1;
      if (record.seq !== expected)
        return bad(expected, `Record ${expected} is missing; the next one is ${record.seq}.`);
      const body = renderLogBody({ ...record, data: canonicalJson(record.data) });
      const fits = ({ link }: ChainKey) => link(seen.head.hash, record.seq, body) === record.hash;
      const usual = inUse === undefined ? undefined : chain[inUse];
      const key = inUse !== undefined && usual && fits(usual) ? inUse : chain.findIndex(fits);
      if (key < (inUse ?? 0)) return bad(record.seq, whyBroken(record.seq, key));
      if (inUse !== undefined && key > inUse && record.event !== 'key.rotated') {
        return bad(record.seq, `Record ${record.seq} changes the key without saying so.`);
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
        return bad(
          record.seq,
          `Record ${record.seq} is not the one that the anchor names: the log was replaced.`,
        );
    }
    // A reader may give less than was asked for, so only an empty page is the end.
    if (page.length === 0) break;
    // A long log is read by a process that has others to serve.
    await nextTurn();
  }
  if (reader.isArchive !== true && inUse !== undefined && chain[inUse]?.retired === true) {
    return bad(
      seen.head.seq + 1,
      'The log ends under a retired key: what came after the rotation was cut off.',
    );
  }
  if (anchor && !isSigned(anchor)) return bad(anchor.seq, 'The anchor is not signed by the key it names.');
  if (anchor && anchor.seq > seen.head.seq) {
    return bad(
      seen.head.seq + 1,
      `The log ends at ${seen.head.seq}, but the anchor names ${anchor.seq}: it was cut off.`,
    );
  }
  if (anchor && !isMet)
    return bad(seen.head.seq + 1, `The anchor names ${anchor.seq}, which is no record of a log.`);
  const { report } = permissions;
  const [first] = report.findings;
  return first === undefined ? { ok: true, ...seen, permissions: report } : bad(first.seq, first.why);
}

const whyBroken = (seq: number, key: number) =>
  key < 0
    ? `Record ${seq} was changed, or the one before it was.`
    : `Record ${seq} was written with a key that had been replaced before.`;

/** The text that a checkpoint signs. */
export const checkpointText = (seq: number, hash: string) => `sekisho-checkpoint-v1\n${seq}\n${hash}`;

const isSigned = ({ seq, hash, signature, public_key: key }: Checkpoint) =>
  verifySignature(key, checkpointText(seq, hash), signature);

function holds(data: Readonly<Record<string, unknown>>): boolean {
  const { seq, hash, signature, public_key: key } = data;
  if (typeof seq !== 'number' || typeof hash !== 'string') return false;
  if (typeof signature !== 'string' || typeof key !== 'string') return false;
  return isSigned({ seq, hash, signature, public_key: key });
}
