import type { Approver } from '../wire/human-approval-request.ts';
import { type Checkpoint, type LogReader, verifyExecutionLog } from '../audit/verify-execution-log.ts';
import { SekishoError } from '../errors/sekisho-error.ts';
import { auditRecord } from '../audit/audit-record.ts';
import { canonicalJson } from '../checks/digest.ts';
import type { HighWaterMark, Rollback } from './high-water-mark.ts';
import type { EngineContext } from '../durable/engine-context.ts';
import { verifyStore, type StoreVerification } from './verify-store.ts';

/** The operator who accepts a restored store, and the reason. */
export interface RestoreAcceptance {
  readonly by: Approver;
  readonly reason: string;
}

/** An accepted restore: the last record that this machine had seen, if it is known, and the current last record. */
export interface AcceptedRestore {
  readonly from: { readonly seq: number; readonly hash: string } | null;
  readonly to: { readonly seq: number; readonly hash: string };
}

/** The operations on the audit log for operators: verify it, and accept a restored store. */
export class AuditService {
  readonly #context: EngineContext;
  readonly #mark: HighWaterMark | undefined;

  constructor(context: EngineContext, mark: HighWaterMark | undefined) {
    this.#context = context;
    this.#mark = mark;
  }

  /** Returns the path of the high-water mark and the rollback, if the log contradicts the mark. */
  async mark(): Promise<{ readonly path: string | undefined; readonly rollback: Rollback | undefined }> {
    // This opens the store, which determines its mark.
    await this.#context.store.lastLog();
    return { path: this.#mark?.path, rollback: await this.#mark?.findRollback() };
  }

  async verify(
    anchor?: Checkpoint,
    log?: LogReader,
    onProgress?: (seq: number) => void,
  ): Promise<StoreVerification> {
    const { rollback } = log ? { rollback: undefined } : await this.mark();
    if (!rollback) return verifyStore(this.#context, anchor, log, onProgress);
    // The rows of a restored store belong to another time and are not compared.
    const { store, keyring } = this.#context;
    const found = await verifyExecutionLog(store, keyring.chain, anchor);
    const first_bad = found.first_bad ?? { seq: rollback.to.seq + 1, why: rollback.why };
    return { ...found, ok: false, first_bad };
  }

  /** Records that an operator accepts the store in its current state, and starts a new mark at its end. */
  async acceptRestore({ by, reason }: RestoreAcceptance): Promise<AcceptedRestore> {
    if (typeof by?.id !== 'string' || by.id === '' || typeof reason !== 'string' || reason.trim() === '')
      throw new SekishoError(
        'AGENTS-E-INPUT-INVALID',
        'acceptRestore() requires the person who accepts the restore and the reason: { by: { id }, reason }.',
      );
    const { rollback } = await this.mark();
    if (!rollback || !this.#mark)
      throw new SekishoError(
        'AGENTS-E-INPUT-INVALID',
        'There is nothing to accept: the audit log of this store continues from the high-water mark, or there is no mark.',
      );
    const { from = null, to } = rollback;
    this.#mark.accept(rollback);
    const record = auditRecord(
      { run_id: '', tool_call_id: `restore:${to.seq}:${to.hash}`, event: 'store.restored', attempt: 0 },
      { by: by.id, reason: reason.slice(0, MAX_REASON_LENGTH) },
    );
    // The hashes are not masked: they look like secrets but are not.
    const data = canonicalJson({ ...JSON.parse(record.data), from, to });
    await this.#context.store.commit([{ kind: 'log.append', record: { ...record, data } }]);
    await this.#mark.replace();
    return { from, to };
  }
}

const MAX_REASON_LENGTH = 2_000;
