import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { verifySignature, type ChainKey } from '../config/keyring.ts';
import { canonicalJson } from '../checks/digest.ts';
import { renderLogBody, type ExecutionLog, type ExecutionLogQuery } from '../wire/execution-log.ts';
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

const checkpointSchema = z.object({
  seq: z.number(),
  hash: z.string(),
  signature: z.string(),
  public_key: z.string(),
});

/** A checkpoint that was stored outside of the store, to detect a log that was truncated or replaced. */
export type Checkpoint = Readonly<z.infer<typeof checkpointSchema>>;

/** The source of records in order. */
export interface LogReader {
  /** Returns where a log begins that does not begin with record 1. Compare it with the end of the last archive. */
  logStart?(): Promise<LogPosition>;
  /** The log is an archive, which may end at any record. */
  readonly isArchive?: boolean;
  /** The record from which on every start names its permission, if the log may lack a version record. */
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
  onProgress?: (seq: number) => void,
): Promise<LogVerification> {
  const start: LogPosition = (await reader.logStart?.()) ?? { seq: 0, hash: '' };
  const check = new ChainCheck(start, chain, anchor);
  const permissions = new PermissionCheck(start.seq, reader.permissionsFrom);
  const report = (first_bad?: Fault): LogVerification => ({
    ok: first_bad === undefined,
    records: check.records,
    checkpoints: check.checkpoints,
    start,
    head: check.head,
    permissions: permissions.report,
    ...(first_bad && { first_bad }),
  });
  const early = check.beforeFirst();
  if (early) return report(early);
  for (;;) {
    const page = await reader.queryLogs({ afterSeq: check.head.seq, limit: 1000 });
    for (const record of page) {
      const fault = check.read(record);
      if (check.head.seq === record.seq) permissions.read(record);
      if (fault) return report(fault);
    }
    // A reader may return fewer records than requested, so only an empty page is the end.
    if (page.length === 0) break;
    onProgress?.(check.head.seq);
    // Other requests of the process can run between two pages of a long log.
    await nextTurn();
  }
  const [unpermitted] = permissions.report.findings;
  return report(
    check.afterLast(reader.isArchive === true) ??
      (unpermitted && { seq: unpermitted.seq, why: unpermitted.why }),
  );
}

type Fault = { readonly seq: number; readonly why: string };

/** Verifies the chain, the checkpoints and the anchor, record by record. */
class ChainCheck {
  records = 0;
  checkpoints = 0;
  head: LogPosition;
  readonly #start: LogPosition;
  readonly #chain: readonly ChainKey[];
  readonly #anchor: Checkpoint | undefined;
  #isAnchorMet: boolean;
  #key: number | undefined;

  constructor(start: LogPosition, chain: readonly ChainKey[], anchor: Checkpoint | undefined) {
    this.#start = start;
    this.head = start;
    this.#chain = chain;
    this.#anchor = anchor;
    this.#isAnchorMet = anchor?.seq === start.seq && anchor.hash === start.hash;
  }

  /** Compares the anchor with the beginning of the log. */
  beforeFirst(): Fault | undefined {
    const { seq = 0, hash } = this.#anchor ?? {};
    if (seq === 0 || seq > this.#start.seq || hash === this.#start.hash) return undefined;
    const why = `Record ${seq} of the anchor is not in this log. Verify the archive that contains it.`;
    return { seq, why };
  }

  read(record: ExecutionLog): Fault | undefined {
    const { seq, hash } = record;
    const expected = this.head.seq + 1;
    if (seq !== expected)
      return { seq: expected, why: `Record ${expected} is missing. The next record is ${seq}.` };
    const why = this.#linkProblem(record) ?? this.#checkpointProblem(record);
    if (why !== undefined) return { seq, why };
    this.records += 1;
    this.head = { seq, hash };
    if (this.#anchor?.seq !== seq) return undefined;
    this.#isAnchorMet = this.#anchor.hash === hash;
    if (this.#isAnchorMet) return undefined;
    return { seq, why: `Record ${seq} does not match the anchor: the log was replaced.` };
  }

  /** Compares the key in use and the anchor with the end of the log. */
  afterLast(isArchive: boolean): Fault | undefined {
    const anchor = this.#anchor;
    const seq = this.head.seq + 1;
    if (!isArchive && this.#key !== undefined && this.#chain[this.#key]?.retired === true)
      return { seq, why: 'The log ends under a retired key: the records after the rotation were removed.' };
    if (!anchor) return undefined;
    if (!isSigned(anchor)) return { seq: anchor.seq, why: 'The anchor is not signed by its own public key.' };
    if (anchor.seq > this.head.seq)
      return {
        seq,
        why: `The log ends at record ${this.head.seq}, but the anchor is record ${anchor.seq}: the end of the log was removed.`,
      };
    if (this.#isAnchorMet) return undefined;
    return { seq, why: `The anchor has the number ${anchor.seq}, which is not the number of a record.` };
  }

  #linkProblem(record: ExecutionLog): string | undefined {
    const { seq } = record;
    const body = renderLogBody({ ...record, data: canonicalJson(record.data) });
    const fits = ({ link }: ChainKey) => link(this.head.hash, seq, body) === record.hash;
    const before = this.#key;
    const usual = before === undefined ? undefined : this.#chain[before];
    const key = before !== undefined && usual && fits(usual) ? before : this.#chain.findIndex(fits);
    if (key < 0) return `Record ${seq} or the record before it was changed.`;
    if (before !== undefined && key < before)
      return `Record ${seq} was written with a key that had already been replaced.`;
    if (before !== undefined && key > before && record.event !== 'key.rotated')
      return `Record ${seq} changes the key, but does not announce a rotation.`;
    this.#key = key;
    return undefined;
  }

  #checkpointProblem({ seq, event, data }: ExecutionLog): string | undefined {
    if (event !== 'audit.checkpoint') return undefined;
    const parsed = checkpointSchema.safeParse(data);
    if (!parsed.success || !isSigned(parsed.data)) return `The checkpoint in record ${seq} is not signed.`;
    this.checkpoints += 1;
    return undefined;
  }
}

/** Returns the text that a checkpoint signs. */
export const checkpointText = (seq: number, hash: string) => `sekisho-checkpoint-v1\n${seq}\n${hash}`;

const isSigned = ({ seq, hash, signature, public_key: key }: Checkpoint) =>
  verifySignature(key, checkpointText(seq, hash), signature);
