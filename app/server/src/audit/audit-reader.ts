import type { Checkpoint, ExecutionLog, LogVerification, StateStore } from 'sekisho';
import { ConsoleError } from '../errors/console-error.ts';
import type { RunHost } from '../runs/run-host.ts';
import type { AuditQuery } from '../runs/run-schemas.ts';
import { SerialExecutor, type Requester } from '../runs/serial-executor.ts';
import { describeRecords } from './describe-records.ts';
import { AUDIT_CSV_HEAD, writeAuditCsv } from './write-audit-csv.ts';

/** The result of a verification of the whole chain. */
export type Verification = Omit<LogVerification, 'first_bad'> & {
  readonly first_bad: { readonly seq: number; readonly why: string } | null;
  readonly took_ms: number;
};

// The maximum number of records that one page scans. A rare search text takes several pages instead of one slow page.
const MAX_SCANNED = 5000;
const CHUNK = 500;
const MAX_RECORDS_PER_RUN = 10_000;
const EXPORT_PAGE = 1000;

/** Reads the audit log, newest first. The sequence has no gaps, so any page is found without counting. */
export class AuditReader {
  readonly #runHost: RunHost;
  readonly #store: StateStore;
  readonly #clock: () => number;
  readonly #checks = new SerialExecutor();
  #verification: Promise<Verification> | undefined;
  #progress: { readonly read: number; readonly total: number } | null = null;

  constructor(options: { runHost: RunHost; clock: () => number }) {
    this.#runHost = options.runHost;
    this.#store = options.runHost.store;
    this.#clock = options.clock;
  }

  async list(query: AuditQuery) {
    const head = (await this.#store.lastLog())?.seq ?? 0;
    const end = Math.min(readCursor(query.cursor) ?? head + 1, head + 1);
    const before = query.until === undefined ? end : Math.min(end, await this.#firstAt(query.until, head));
    const page =
      query.run_id === undefined
        ? await this.#scan(query, before)
        : await this.#scanRun(query.run_id, query, before);
    const subjects = await describeRecords(this.#store, page.items);
    const items = page.items.map((record, index) => ({ ...record, about: subjects[index] ?? null }));
    return { ...page, items, head_seq: head };
  }

  async get(seq: number) {
    const [record] = await this.#store.queryLogs({ afterSeq: seq - 1, limit: 1 });
    if (record?.seq === seq)
      return { ...record, about: (await describeRecords(this.#store, [record]))[0] ?? null };
    throw new ConsoleError('NotFound', 'There is no such audit record.');
  }

  /** Verifies the whole chain. Requests during a verification share its result. */
  async verify(anchor: Checkpoint | undefined, requester: Requester): Promise<Verification> {
    if (anchor !== undefined) return this.#checks.run(requester, () => this.#verifyNow(anchor));
    this.#verification ??= this.#verifyNow().finally(() => {
      this.#verification = undefined;
    });
    return this.#verification;
  }

  async createCheckpoint(): Promise<Checkpoint> {
    const checkpoint = await this.#runHost.runner().createCheckpoint();
    if (checkpoint) return checkpoint;
    throw new ConsoleError('NotFound', 'The audit log is empty. There is no record to sign.');
  }

  /** Returns the number of records that the current verification has read, of all records. Null without one. */
  get progress(): { readonly read: number; readonly total: number } | null {
    return this.#progress;
  }

  /** Yields the records of a filter as lines of JSON or as a table, oldest first. */
  async *exportLines(
    query: Omit<AuditQuery, 'limit' | 'cursor'>,
    format: 'jsonl' | 'csv',
  ): AsyncGenerator<string> {
    if (format === 'csv') yield AUDIT_CSV_HEAD;
    const { run_id: runId, since, event } = query;
    let afterSeq = 0;
    for (;;) {
      const page = await this.#store.queryLogs({ runId, since, event, afterSeq, limit: EXPORT_PAGE });
      const isOver = (record: ExecutionLog) => query.until !== undefined && record.timestamp >= query.until;
      const found = page.filter((record) => !isOver(record) && matches(record, query));
      const subjects = format === 'csv' ? await describeRecords(this.#store, found) : [];
      for (const [index, record] of found.entries()) {
        const subject = subjects[index];
        yield subject === undefined ? `${JSON.stringify(record)}\n` : writeAuditCsv(record, subject);
      }
      const last = page.at(-1);
      if (last === undefined || page.length < EXPORT_PAGE || isOver(last)) return;
      afterSeq = last.seq;
    }
  }

  async #verifyNow(anchor?: Checkpoint): Promise<Verification> {
    const begun = this.#clock();
    const total = (await this.#store.lastLog())?.seq ?? 0;
    this.#progress = { read: 0, total };
    const onProgress = (read: number) => {
      this.#progress = { read, total: Math.max(read, total) };
    };
    const runner = this.#runHost.runner();
    const { first_bad, ...found } = await runner
      .verifyExecutionLog(anchor, undefined, onProgress)
      .finally(() => (this.#progress = null));
    return { ...found, first_bad: first_bad ?? null, took_ms: this.#clock() - begun };
  }

  async #scan(query: AuditQuery, before: number) {
    const items: ExecutionLog[] = [];
    const size = isFiltered(query) ? CHUNK : query.limit;
    let next = before;
    let scanned = 0;
    while (next > 1 && scanned < MAX_SCANNED) {
      const end = next;
      const from = Math.max(0, end - 1 - size);
      const found = await this.#store.queryLogs({ afterSeq: from, limit: end - 1 - from });
      // When archived records were removed, the log begins at a later number, and the store returns the first
      // existing records for an earlier range.
      const chunk = found.filter(({ seq }) => seq < end);
      if (chunk.length === 0) return { items, cursor: null, scanned };
      for (const record of chunk.toReversed()) {
        if (query.since !== undefined && record.timestamp < query.since)
          return { items, cursor: null, scanned };
        scanned += 1;
        next = record.seq;
        if (matches(record, query)) items.push(record);
        if (items.length === query.limit) return { items, cursor: cursorAt(next), scanned };
      }
      next = from + 1;
    }
    return { items, cursor: cursorAt(next), scanned };
  }

  async #scanRun(runId: string, query: AuditQuery, before: number) {
    const records = await this.#store.queryLogs({ runId, since: query.since, limit: MAX_RECORDS_PER_RUN });
    const found = records.filter((record) => record.seq < before && matches(record, query)).toReversed();
    const items = found.slice(0, query.limit);
    const cursor = found.length > items.length ? cursorAt(items.at(-1)?.seq ?? 1) : null;
    return { items, cursor, scanned: records.length };
  }

  /** Finds the first sequence number at or after a time by binary search: times increase with the sequence. */
  async #firstAt(time: string, head: number): Promise<number> {
    let low = 1;
    let high = head + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const [record] = await this.#store.queryLogs({ afterSeq: middle - 1, limit: 1 });
      if (record === undefined || record.timestamp >= time) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

const cursorAt = (seq: number) => (seq > 1 ? `${seq}` : null);

function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor);
  throw new ConsoleError('InvalidRequest', 'The cursor is invalid. Use the cursor of the page before.');
}

const isFiltered = ({ event, decision, tool, by, q }: AuditQuery) =>
  [event, decision, tool, by, q].some((filter) => filter !== undefined);

function matches(
  record: ExecutionLog,
  { event, decision, tool, by, q }: Omit<AuditQuery, 'limit' | 'cursor'>,
): boolean {
  return (
    (event === undefined || record.event === event) &&
    (decision === undefined || record.decision === decision) &&
    (tool === undefined || record.data['tool'] === tool) &&
    (by === undefined || record.data['by'] === by) &&
    (q === undefined || textOf(record).includes(fold(q)))
  );
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();
const textOf = ({ run_id, tool_call_id, event, decision, data }: ExecutionLog) =>
  fold(`${run_id} ${tool_call_id} ${event} ${decision} ${JSON.stringify(data)}`);
