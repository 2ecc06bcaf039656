import { renderLogBody, type ExecutionLog, type ExecutionLogQuery } from '../../wire/execution-log.ts';
import { pageSize } from '../page-request.ts';
import { REPEATABLE_EVENTS } from '../repeatable-events.ts';
import type { LinkRecord, NewLogRecord } from '../state-store.ts';
import { requestedTime } from '../store-time.ts';

interface Entry {
  readonly seq: number;
  readonly time: number;
  readonly record: NewLogRecord;
}

interface RunLog {
  readonly entries: Entry[];
  readonly seen: Set<string>;
}

/**
 * The audit log in memory. Hashes are computed on reading: code that could change a record in this process before that
 * could also call `link`, so hashing on append would prove nothing.
 */
export class MemoryLog {
  readonly #link: LinkRecord;
  readonly #entries: Entry[] = [];
  readonly #hashes: string[] = [];
  readonly #runs = new Map<string, RunLog>();

  constructor(link: LinkRecord) {
    this.#link = link;
  }

  /** Returns false when the record already exists. */
  append(record: NewLogRecord, time: number): boolean {
    let run = this.#runs.get(record.run_id);
    if (run === undefined) {
      run = { entries: [], seen: new Set() };
      this.#runs.set(record.run_id, run);
    }
    if (!REPEATABLE_EVENTS.has(record.event)) {
      const key = identityOf(record);
      if (run.seen.has(key)) return false;
      run.seen.add(key);
    }
    const entry = { seq: this.#entries.length + 1, time, record };
    this.#entries.push(entry);
    run.entries.push(entry);
    return true;
  }

  /** Reverts the latest append, whose batch was not yet visible to readers. */
  removeLatest(): void {
    const entry = this.#entries.pop();
    if (entry === undefined) return;
    const run = this.#runs.get(entry.record.run_id);
    run?.entries.pop();
    run?.seen.delete(identityOf(entry.record));
  }

  query(query: ExecutionLogQuery): readonly ExecutionLog[] {
    const size = pageSize(query.limit, 1_000);
    const since =
      query.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(requestedTime(query.since));
    const afterSeq = query.afterSeq ?? 0;
    const entries = query.runId === undefined ? this.#entries : (this.#runs.get(query.runId)?.entries ?? []);
    const found: ExecutionLog[] = [];
    for (
      let index = firstAfter(entries, afterSeq);
      index < entries.length && found.length < size;
      index += 1
    ) {
      const entry = entries[index];
      if (entry === undefined || entry.time < since) continue;
      const { event } = entry.record;
      if ((query.event ?? event) === event && query.events?.includes(event) !== false)
        found.push(this.#render(entry));
    }
    return found;
  }

  /** Returns the sequence number of the latest record of a run, or 0. */
  lastSeqOf(runId: string): number {
    return this.#runs.get(runId)?.entries.at(-1)?.seq ?? 0;
  }

  /** Returns the hash of a record. The record before the first one has the empty hash. */
  hashOf(seq: number): string {
    return seq === 0 ? '' : this.#hashOf(seq);
  }

  last(): ExecutionLog | undefined {
    const entry = this.#entries.at(-1);
    return entry && this.#render(entry);
  }

  #render({ seq, time, record }: Entry): ExecutionLog {
    const { run_id, tool_call_id, event, attempt, decision, data } = record;
    const hash = this.#hashOf(seq);
    const timestamp = new Date(time).toISOString();
    return { seq, run_id, tool_call_id, event, attempt, decision, timestamp, data: JSON.parse(data), hash };
  }

  #hashOf(seq: number): string {
    for (let next = this.#hashes.length; next < seq; next += 1) {
      const entry = this.#entries[next];
      if (entry === undefined) break;
      const body = renderLogBody({
        ...entry.record,
        seq: entry.seq,
        timestamp: new Date(entry.time).toISOString(),
      });
      this.#hashes.push(this.#link(this.#hashes.at(-1) ?? '', entry.seq, body));
    }
    return this.#hashes[seq - 1] ?? '';
  }
}

// The number and the event contain no space, so different records have different texts for any call id.
function identityOf(record: NewLogRecord): string {
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
