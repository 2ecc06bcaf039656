import type { HumanApprovalRequest } from '../../wire/human-approval-request.ts';
import type { MemoryLog } from './memory-log.ts';
import type { EffectRecord, GrantRecord, RunRecord, StepRecord } from '../run-record.ts';

/** The stored form of a resume token. */
export interface TokenRow {
  readonly run_id: string;
  readonly approval_id: string;
  readonly status: 'active' | 'used';
  readonly expiry: number;
}

/** The lease of a process. */
export interface Lease {
  readonly application: string;
  readonly until: number;
}

/** The data of one run: responses of its model, its tool calls and the ids of its grants. */
export interface RunMemory {
  readonly steps: Map<number, Map<string, StepRecord>>;
  readonly effects: Map<string, EffectRecord>;
  readonly grants: string[];
}

/** All tables of the memory store. */
export class MemoryTables {
  readonly runs = new MemoryRows<RunRecord>();
  readonly approvals = new MemoryRows<HumanApprovalRequest>();
  readonly tokens = new Map<string, TokenRow>();
  readonly grants = new Map<string, GrantRecord>();
  readonly leases = new Map<string, Lease>();
  readonly memories = new Map<string, RunMemory>();
  readonly log: MemoryLog;

  constructor(log: MemoryLog) {
    this.log = log;
  }

  memoryOf(runId: string): RunMemory {
    let memory = this.memories.get(runId);
    if (memory === undefined) {
      memory = { steps: new Map(), effects: new Map(), grants: [] };
      this.memories.set(runId, memory);
    }
    return memory;
  }
}

interface Entry<Row> {
  readonly ordinal: number;
  row: Row;
}

type Entries<Row> = Entry<Row>[];

/** Rows of one kind in memory, numbered in the order of insertion and indexed by status and by run. */
class MemoryRows<Row extends { readonly run_id: string; readonly status: string }> {
  readonly #byId = new Map<string, Entry<Row>>();
  readonly #all: Entries<Row> = [];
  readonly #byStatus = new Map<string, Entries<Row>>();
  readonly #byRun = new Map<string, Entries<Row>>();

  get(id: string): Row | undefined {
    return this.#byId.get(id)?.row;
  }

  insert(id: string, row: Row): void {
    const entry = { ordinal: this.#all.length + 1, row };
    this.#byId.set(id, entry);
    this.#all.push(entry);
    insertInto(this.#byStatus, row.status, entry);
    insertInto(this.#byRun, row.run_id, entry);
  }

  /** Reverts the latest insert. */
  removeLatest(id: string): void {
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    this.#byId.delete(id);
    this.#all.pop();
    removeFrom(this.#byStatus, entry.row.status, entry);
    removeFrom(this.#byRun, entry.row.run_id, entry);
  }

  replace(id: string, row: Row): void {
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    if (row.status !== entry.row.status) {
      removeFrom(this.#byStatus, entry.row.status, entry);
      insertInto(this.#byStatus, row.status, entry);
    }
    entry.row = row;
  }

  /** Returns the rows with this status, oldest first. */
  withStatus(status: Row['status']): readonly Row[] {
    return (this.#byStatus.get(status) ?? []).map((entry) => entry.row);
  }

  /** Returns at most `size` rows numbered below `end`, newest first. */
  page(
    filter: { run_id?: string | undefined; status?: string | undefined },
    end: number,
    size: number,
  ): Entries<Row> {
    const entries = this.#narrowest(filter);
    const found: Entries<Row> = [];
    for (let index = positionOf(entries, end) - 1; index >= 0 && found.length < size; index -= 1) {
      const entry = entries[index];
      if (entry !== undefined && (filter.status ?? entry.row.status) === entry.row.status) found.push(entry);
    }
    return found;
  }

  #narrowest(filter: { run_id?: string | undefined; status?: string | undefined }): Entries<Row> {
    if (filter.run_id !== undefined) return this.#byRun.get(filter.run_id) ?? [];
    if (filter.status !== undefined) return this.#byStatus.get(filter.status) ?? [];
    return this.#all;
  }
}

function insertInto<Row>(groups: Map<string, Entries<Row>>, key: string, entry: Entry<Row>): void {
  const entries = groups.get(key);
  // A list that grows by push reserves room for 16 more; most runs have one row.
  if (entries === undefined) groups.set(key, [entry]);
  else if ((entries.at(-1)?.ordinal ?? 0) < entry.ordinal) entries.push(entry);
  else entries.splice(positionOf(entries, entry.ordinal), 0, entry);
}

function removeFrom<Row>(groups: Map<string, Entries<Row>>, key: string, entry: Entry<Row>): void {
  const entries = groups.get(key) ?? [];
  if (entries.at(-1) === entry) entries.pop();
  else entries.splice(positionOf(entries, entry.ordinal), 1);
  if (entries.length === 0) groups.delete(key);
}

/** Returns the index of the first entry numbered `ordinal` or above. */
function positionOf<Row>(entries: Entries<Row>, ordinal: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.ordinal ?? ordinal) < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}
