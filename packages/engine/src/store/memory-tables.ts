import type { HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { EffectRecord, GrantRecord, RunRecord, StepRecord } from './run-record.ts';
import type { MemoryLog } from './memory-log.ts';
import { MemoryRows } from './memory-rows.ts';

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
