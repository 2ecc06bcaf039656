import { renderLogBody, type ExecutionLog, type ExecutionLogQuery } from '../../wire/execution-log.ts';
import { pageSize } from '../page-request.ts';
import { REPEATABLE_EVENTS } from '../repeatable-events.ts';
import type { LinkRecord, NewLogRecord } from '../state-store.ts';
import { requestedTime } from '../store-time.ts';

interface Entry extends Omit<NewLogRecord, 'data'> {
  readonly seq: number;
  readonly time: number;
  /** The record, which may render its details when they are read, or the packed text of its details. */
  data: NewLogRecord | string;
}

/**
 * The audit log in memory. Hashes are computed on reading: code that could change a record in this process before that
 * could also call `link`, so hashing on append would prove nothing.
 */
export class MemoryLog {
  readonly #link: LinkRecord;
  readonly #entries: Entry[] = [];
  readonly #hashes: string[] = [];
  readonly #runs = new Map<string, Entry[]>();
  /** The identities of the records of runs with many of them. A search in a short list needs less memory and time. */
  readonly #identities = new Map<string, Set<string>>();

  constructor(link: LinkRecord) {
    this.#link = link;
  }

  /** Returns false when the record already exists. */
  append(record: NewLogRecord, time: number): boolean {
    const { run_id, tool_call_id, event, attempt, decision } = record;
    const run = this.#runs.get(run_id);
    if (run && !REPEATABLE_EVENTS.has(event) && this.#has(run, record)) return false;
    const head = { run_id, tool_call_id, event, attempt, decision };
    const entry = { seq: this.#entries.length + 1, time, ...head, data: record };
    this.#entries.push(entry);
    if (run) run.push(entry);
    else this.#runs.set(run_id, [entry]);
    this.#identities.get(run_id)?.add(identityOf(entry));
    return true;
  }

  #has(run: readonly Entry[], record: NewLogRecord): boolean {
    const { run_id, tool_call_id: id, event, attempt } = record;
    if (run.length < MANY_RECORDS)
      return run.some((each) => each.tool_call_id === id && each.event === event && each.attempt === attempt);
    let identities = this.#identities.get(run_id);
    if (identities === undefined) this.#identities.set(run_id, (identities = new Set(run.map(identityOf))));
    return identities.has(identityOf(record));
  }

  /** Reduces the memory of the records of a run that waits. */
  pack(runId: string): void {
    for (const entry of this.#runs.get(runId) ?? [])
      if (typeof entry.data !== 'string') entry.data = packed(entry.data.data);
  }

  /** Reverts the latest append, whose batch was not yet visible to readers. */
  removeLatest(): void {
    const entry = this.#entries.pop();
    if (entry === undefined) return;
    this.#runs.get(entry.run_id)?.pop();
    this.#identities.delete(entry.run_id);
  }

  query(query: ExecutionLogQuery): readonly ExecutionLog[] {
    const size = pageSize(query.limit, 1_000);
    const since =
      query.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(requestedTime(query.since));
    const afterSeq = query.afterSeq ?? 0;
    const entries = query.runId === undefined ? this.#entries : (this.#runs.get(query.runId) ?? []);
    const found: ExecutionLog[] = [];
    for (
      let index = firstAfter(entries, afterSeq);
      index < entries.length && found.length < size;
      index += 1
    ) {
      const entry = entries[index];
      if (entry === undefined || entry.time < since) continue;
      const { event } = entry;
      if ((query.event ?? event) === event && query.events?.includes(event) !== false)
        found.push(this.#render(entry));
    }
    return found;
  }

  /** Returns the sequence number of the latest record of a run, or 0. */
  lastSeqOf(runId: string): number {
    return this.#runs.get(runId)?.at(-1)?.seq ?? 0;
  }

  /** Returns the hash of a record. The record before the first one has the empty hash. */
  hashOf(seq: number): string {
    return seq === 0 ? '' : this.#hashOf(seq);
  }

  last(): ExecutionLog | undefined {
    const entry = this.#entries.at(-1);
    return entry && this.#render(entry);
  }

  #render(stored: Entry): ExecutionLog {
    const { time, ...entry } = stored;
    const timestamp = new Date(time).toISOString();
    return { ...entry, timestamp, data: JSON.parse(textOf(stored)), hash: this.#hashOf(entry.seq) };
  }

  #hashOf(seq: number): string {
    for (let next = this.#hashes.length; next < seq; next += 1) {
      const entry = this.#entries[next];
      if (entry === undefined) break;
      const timestamp = new Date(entry.time).toISOString();
      const body = renderLogBody({ ...entry, data: textOf(entry), timestamp });
      this.#hashes.push(this.#link(this.#hashes.at(-1) ?? '', entry.seq, body));
    }
    return this.#hashes[seq - 1] ?? '';
  }
}

const MANY_RECORDS = 32;

// V8 stores a text with one Japanese character in two bytes for every character. As UTF-8 it needs about half.
const packed = (text: string) => Buffer.from(text).toString('latin1');
const textOf = ({ data }: Entry) =>
  typeof data === 'string' ? Buffer.from(data, 'latin1').toString() : data.data;

// The number and the event contain no space, so different records have different texts for any call id.
function identityOf(record: Pick<NewLogRecord, 'attempt' | 'event' | 'tool_call_id'>): string {
  return `${record.attempt} ${record.event} ${record.tool_call_id}`;
}

function firstAfter(entries: readonly Entry[], seq: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
