import type { ChainKey } from '../../config/keyring.ts';
import { canonicalJson } from '../../checks/digest.ts';
import { renderLogBody, type AuditEvent, type ExecutionLog } from '../../wire/execution-log.ts';
import { AUTHORITY_EVENTS } from '../../store/authority-events.ts';
import { MAX_PAGE_SIZE } from '../../store/page-request.ts';
import type { ChainedRecord, StateStore } from '../../store/state-store.ts';

const DECISIONS: ReadonlySet<AuditEvent> = new Set<AuditEvent>([
  'approval.approved',
  'approval.denied',
  'approval.expired',
  'approval.cancelled',
]);

/** The records of one run in the audit log that concern its authority. */
export class RunRecords {
  readonly runId: string;
  readonly #store: Pick<StateStore, 'queryLogs' | 'logStart'>;
  readonly #records: ExecutionLog[] = [];
  readonly #previousHashes = new Map<number, string>();

  constructor(store: Pick<StateStore, 'queryLogs' | 'logStart'>, runId: string) {
    this.#store = store;
    this.runId = runId;
  }

  /** Reads the records added since the last call. Returns whether there were any. */
  async refresh(): Promise<boolean> {
    const before = this.#records.length;
    for (;;) {
      const page = await this.#store.queryLogs({
        runId: this.runId,
        events: AUTHORITY_EVENTS,
        afterSeq: this.#records.at(-1)?.seq ?? 0,
        limit: MAX_PAGE_SIZE,
      });
      // A custom store may ignore the filter, so a page may contain only other events.
      this.#records.push(...page.filter(({ event }) => AUTHORITY_EVENTS.includes(event)));
      if (page.length < MAX_PAGE_SIZE) return this.#records.length > before;
    }
  }

  get size(): number {
    return this.#records.length;
  }

  /** Adds the records that a store read together with the rows. */
  add(found: readonly ChainedRecord[]): void {
    const last = this.#records.at(-1)?.seq ?? 0;
    for (const { record, previous_hash: hash } of found) {
      if (record.seq <= last) continue;
      this.#records.push(record);
      if (hash !== undefined) this.#previousHashes.set(record.seq, hash);
    }
  }

  /** Returns the records of these events, oldest first. */
  of(...events: readonly AuditEvent[]): readonly ExecutionLog[] {
    return this.#records.filter(({ event }) => events.includes(event));
  }

  /** Returns the ids of the recorded approval requests. */
  requestIds(): ReadonlySet<string> {
    return new Set(this.#requested().flatMap((each) => textIn(each, 'approval_id') ?? []));
  }

  /** Returns the record of an approval request. The first record is used, as the first row is kept. */
  requestOf(approvalId: string): ExecutionLog | undefined {
    return this.#requested().find((each) => names(each, approvalId));
  }

  decisionsOf(approvalId: string): readonly ExecutionLog[] {
    return this.#records.filter(
      (each) => DECISIONS.has(each.event) && isSigned(each) && names(each, approvalId),
    );
  }

  usesOf(approvalId: string): readonly ExecutionLog[] {
    return this.of('approval.used').filter((each) => names(each, approvalId));
  }

  /** Returns the recorded outcome of a call that a crash interrupted. */
  outcomeOf(approvalId: string): string | undefined {
    return textIn(this.decisionsOf(approvalId).at(-1), 'outcome');
  }

  /**
   * Returns whether this request belongs to a run that ended under version 0.1. The migration does not issue it again,
   * because it cannot have any effect.
   */
  isOldEnd(approvalId: string): boolean {
    const hasEnded = this.of('run.finished', 'run.denied', 'run.failed').length > 0;
    return hasEnded && this.#records.some((each) => !isSigned(each) && names(each, approvalId));
  }

  #requested(): readonly ExecutionLog[] {
    return this.of('approval.requested', 'tool.unknown').filter(isSigned);
  }

  /** Returns whether the record is part of the chain of this log and was not added without the key. */
  async isGenuine(record: ExecutionLog, chain: readonly ChainKey[]): Promise<boolean> {
    const previous = this.#previousHashes.get(record.seq) ?? (await this.#hashBefore(record.seq));
    if (previous === undefined) return false;
    const body = renderLogBody({ ...record, data: canonicalJson(record.data) });
    return chain.some(({ link, retired }) => !retired && link(previous, record.seq, body) === record.hash);
  }

  async #hashBefore(seq: number): Promise<string | undefined> {
    if (seq === 1) return '';
    const [before] = await this.#store.queryLogs({ afterSeq: seq - 2, limit: 1 });
    if (before?.seq === seq - 1) return before.hash;
    const start = await this.#store.logStart?.();
    return start?.seq === seq - 1 ? start.hash : undefined;
  }
}

/** Returns a string from the details of a record. */
export function textIn(record: ExecutionLog | undefined, key: string): string | undefined {
  const value = record?.data[key];
  return typeof value === 'string' ? value : undefined;
}

/** Returns a number from the details of a record. */
export function numberIn(record: ExecutionLog | undefined, key: string): number | undefined {
  const value = record?.data[key];
  return typeof value === 'number' ? value : undefined;
}

/** Records of version 0.1 have no MAC and permit nothing. */
const isSigned = ({ data }: ExecutionLog) => typeof data['mac'] === 'string';

const names = (record: ExecutionLog, approvalId: string) => record.data['approval_id'] === approvalId;
